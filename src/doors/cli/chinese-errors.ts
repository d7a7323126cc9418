import { CHINESE_HOST_ERRORS } from './chinese-host-errors.ts'
import { CHINESE_MODEL_ERRORS } from './chinese-model-errors.ts'

/**
 * What errors, checks and findings say, in Chinese; the key is the English text with its gaps (`graph/wording.ts`).
 * `errors-in-chinese.test.ts` compares the keys with what the source can say.
 */
export const CHINESE_ERRORS: Readonly<Record<string, string>> = {
  ...CHINESE_MODEL_ERRORS,
  ...CHINESE_HOST_ERRORS,

  // What was given.
  '{0} must be {1}; it is {2}.': '{0} 须为{1}，给出的是 {2}。',
  '{0} must be an object.': '{0} 须为对象。',
  '{0} has no "{1}".': '{0} 没有“{1}”这一项。',
  'There are {0}.': '可用的有：{0}。',
  '{0} must be a number.': '{0} 须为数字。',
  '"{0}" is no number of the ranking.': '排序参数中没有“{0}”。',
  '{0} is the summary of a session and made of its records. Forget the session ({1}), or observations of it.':
    '{0} 是一次会话的摘要，由该会话的记录生成。请改为忘记该会话（{1}），或其中的某些“观察”。',
  '{0} is no time: {1}.': '{0} 不是可识别的时间：{1}。',
  'Give ISO 8601, such as 2026-05-03T10:00:00Z or 2026-05-03, a Date, or milliseconds.':
    '请用 ISO 8601 格式，例如 2026-05-03T10:00:00Z 或 2026-05-03。',
  'a time: ISO 8601 such as 2026-05-03T10:00:00Z, a Date, or milliseconds':
    '时间（ISO 8601，例如 2026-05-03T10:00:00Z）',
  'a text': '文本',
  'a text of at most {0} characters': '不超过 {0} 个字符的文本',
  'a text that is not empty': '非空文本',
  'a list of texts': '文本列表',
  'a list of 1 to {0} paths': '1 到 {0} 个路径的列表',
  'a signal of an AbortController': 'AbortController 的信号',
  'a whole number from {0} to {1}': ' {0} 到 {1} 之间的整数',
  'a number of at least {0}': '不小于 {0} 的数',
  'true or false': ' true 或 false',
  'one of {0}': '以下之一：{0}',
  'a list of {0}': '以下各项组成的列表：{0}',
  'a list of {0}, which "{1}" is not': '以下各项组成的列表（“{1}”不在其中）：{0}',
  'a list of at most {0} ids': '不超过 {0} 个 id 的列表',
  'an id, or a list of 1 to {0}': '一个 id，或 1 到 {0} 个 id 的列表',
  'hard, any, or a list of {0}': ' hard、any，或以下各项组成的列表：{0}',
  'a clock, { now(): milliseconds }': '时钟，{ now(): 毫秒 }',
  'an object of numbers': '由数字组成的对象',
  'the path of a database file': '数据库文件的路径',
  'a list': '列表',
  'an object': '对象',
  'The space': '空间名',
  'The space to merge into': '并入的空间名',
  'The new name': '新名称',
  'The purpose': '用途',
  'The file': '文件',
  'The words': '词语',
  'A word': '词语',
  'A name': '名称',
  'A query': '查询',
  'Say around what: an id, or words to search for.': '请说明以什么为中心：一个 id，或要查找的词语。',
  'An edge cannot be accepted and rejected at once.': '同一个关联不能既接受又拒绝。',
  'No edge has one of the ids {0}.': '没有关联具有这些 id：{0}。',
  'Say who decides.': '请说明由谁决定。',
  'Who decides': '决定者',
  'The id of an edge': '关联的 id',
  'A note has a text.': '笔记须有正文。',
  'Nothing is left of the note without its secrets.': '去掉机密内容后，笔记没有剩下任何文字。',
  'The note was forgotten just now; give it again.': '这条笔记刚刚被遗忘；请再给一次。',
  'An id': 'id',
  'The ids': 'id 列表',
  'A question': '问题',
  'It must be a whole number from 0 on.': '须为从 0 起的整数。',
  'It must be a whole number from 1 on.': '须为从 1 起的整数。',
  'It must be a list of kinds of edge, such as CAUSES,REFERENCES.': '须为边的种类列表，例如 CAUSES,REFERENCES。',
  'It must be like grains.session=0.8.': '须形如 grains.session=0.8。',
  'The options of EngraphHome must be an object, such as { home: "data" }.':
    'EngraphHome 的选项须为对象，例如 { home: "data" }。',
  'Name the space to open: { space: "alice" }.': '请指明要打开的空间：{ space: "alice" }。',
  'A path holds no NUL character.': '路径中不能含有 NUL 字符。',
  'A data directory lies on a disk.': '数据目录必须在磁盘上。',
  'Give { path: ":memory:" }.': '请给出一个目录。',
  'busyTimeoutMs is a whole number from 0 to {0}.': 'busyTimeoutMs 须为 0 到 {0} 之间的整数。',

  // Remembering, asking, forgetting.
  'A delivery needs a session of 1 to {0} characters.': '会话名须有 1 到 {0} 个字符。',
  'A delivery needs a list of messages.': '须给出消息列表。',
  'Cannot read {0}: {1}.': '无法读取 {0}：{1}。',
  'The input is UTF-16.': '输入是 UTF-16 编码。',
  'Save it as UTF-8.': '请另存为 UTF-8。',
  'The server is ending.': '服务即将结束。',
  'There is no such code.': '没有这个代码。',
  'The space of this project could not be made.': '无法建立这个项目的空间。',
  'The note is longer than 1 MiB.': '笔记超过 1 MiB。',
  'The question is longer than 1 MiB.': '问题超过 1 MiB。',
  'Nothing says what to forget.': '没有指明要遗忘什么。',
  'Give --session, --id, --query, --since or --until.': '请用 --session、--id、--query、--since 或 --until 指明。',
  'Say what to forget: a session, ids, a query or a span of time.': '请指明要遗忘什么：会话、id、检索词，或一段时间。',
  'A whole space is removed with `engraph space remove <space>`, or EngraphHome.remove.':
    '要删除整个空间，用 `engraph space remove <space>`。',
  'One call forgets fewer than {0} messages; choose a shorter span.': '一次遗忘须少于 {0} 条消息，请缩短时间段。',
  'The query "{0}" holds no word to search for.': '“{0}”里没有可检索的词。',
  'There is no node {0} in this space.': '此空间里没有节点 {0}。',
  'Similar names: {0}': '相近的名称：{0}',
  'Say where the walk starts: { from: "m~6f1c…" }.': '请指明从哪里出发：{ from: "m~6f1c…" }。',
  'An edge {0} cannot lead to {1}, which does not exist.': '{0} 边不能指向不存在的 {1}。',

  // Words that mean the same.
  'Give at least two different words that mean the same.': '请至少给出两个不同的同义词。',
  'Case, width, and simplified or traditional characters do not make two words of one.':
    '大小写、全角半角、简体繁体之别不算不同的词。',
  'A word has 1 to {0} characters, a letter or digit among them.':
    '词语须有 1 到 {0} 个字符，其中须有字母、汉字或数字。',
  'At most {0} words mean the same; these would be {1}: {2}.': '一组同义词最多 {0} 个，这样会有 {1} 个：{2}。',
  '`engraph alias remove {0}` takes a word out of its group.': '可用 `engraph alias remove {0}` 从组中移出一个词。',
  'A space has at most {0} groups of words that mean the same.': '一个空间最多有 {0} 组同义词。',
  '`engraph alias` shows them; `engraph alias remove {0}` takes a word out of its group.':
    '可用 `engraph alias` 查看，用 `engraph alias remove {0}` 从组中移出一个词。',
  'The spaces "{0}" and "{1}" would have {2} words in one group that mean the same, and {3} is the most: {4}.':
    '空间“{0}”与“{1}”合并后，有一组同义词会有 {2} 个，而最多为 {3} 个：{4}。',
  'Nothing was merged. Take out {0} or more first, such as with {1}.':
    '没有合并任何内容。请先移出至少 {0} 个词，例如用 {1}。',
  'The spaces "{0}" and "{1}" would have more than {2} groups of words that mean the same, which is the most; the first that does not fit is: {3}.':
    '空间“{0}”与“{1}”合并后，同义词会超过上限 {2} 组；第一组放不下的是：{3}。',
  'Nothing was merged. {0} shows the groups of the first; {1} takes a word out, and a group goes with its last but one.':
    '没有合并任何内容。可用 {0} 查看前者的各组，用 {1} 移出一个词；一组只剩一个词时即消失。',

  // Spaces.
  'There is no space "{0}" in {1}.': '{1} 中没有空间“{0}”。',
  'There is no space {0}.': '没有空间 {0}。',
  'There is no folder {0}.': '没有文件夹 {0}。',
  'It is made when something is first remembered in it. `engraph space list` shows what there is.':
    '首次记入内容时会自动建立。可用 `engraph space list` 查看已有的空间。',
  'The alias "{0}" already leads to another space.': '别名“{0}”已指向另一个空间。',
  'In {0}, "{1}" already leads to another space.': '在 {0} 中，“{1}”已指向另一个空间。',
  "A space's alias has 1 to {0} characters.": '空间的别名须有 1 到 {0} 个字符。',
  '"{0}" and "{1}" are the same space.': '“{0}”与“{1}”是同一个空间。',
  'The space "{0}" is in {1} already.': '空间“{0}”已经在 {1} 中。',
  'Another process keeps writing to the space in {0}.': '另一进程一直在写入 {0} 中的空间。',
  'The space stayed, and nothing is lost. Try again when the other process is done.':
    '空间未变，没有丢失任何内容。请待另一进程结束后重试。',
  'Nothing is lost. When it is done, `engraph space merge {0} {1}` takes over the rest.':
    '没有丢失任何内容。待其结束后，用 `engraph space merge {0} {1}` 并入其余部分。',
  'The space "{0}" cannot be read: {1}': '空间“{0}”无法读取：{1}',
  'The space was closed; open it again to use it.': '空间已关闭，须重新打开才能使用。',
  '{0} was closed; open it again to use it.': '{0} 已关闭，须重新打开才能使用。',
  'The store {0} was closed.': '数据库 {0} 已关闭。',

  // Files.
  'The file {0} does not hold the space "{1}" any more.': '文件 {0} 里已不再有空间“{1}”。',
  'The file {0} of the space "{1}" is empty.': '空间“{1}”的文件 {0} 是空的。',
  'The file {0} of the space "{1}" is missing.': '空间“{1}”的文件 {0} 不见了。',
  'Restore the file from a backup. If there is none, `engraph space remove {0}` frees the name.':
    '请从备份恢复该文件。若没有备份，可用 `engraph space remove {0}` 释放这个名称。',
  'The file {0} cannot be read.': '文件 {0} 无法读取。',
  'The file {0} cannot be opened or written.': '文件 {0} 无法打开或写入。',
  '{0} is not a file.': '{0} 不是文件。',
  '{0} cannot be used: {1}.': '{0} 无法使用：{1}。',
  'The database {0} refused: {1}.': '数据库 {0} 拒绝了操作：{1}。',
  'The database {0} is damaged: {1}.': '数据库 {0} 已损坏：{1}。',
  'it does not begin like an SQLite database': '开头不像 SQLite 数据库',
  'its end is missing': '结尾缺失',
  'Restore it from a backup; it was left untouched. `engraph doctor` says more.':
    '请从备份恢复；文件未被改动。详见 `engraph doctor`。',
  '{0} is a database of another program.': '{0} 是其他程序的数据库。',
  'Choose another file; this one was left untouched.': '请另选文件；此文件未被改动。',
  '{0} was written by a newer Engraph (schema {1}; this one knows {2}).':
    '{0} 由更新版本的 Engraph 写成（结构版本 {1}，本程序只认到 {2}）。',
  'Update Engraph; the file was left untouched.': '请升级 Engraph；文件未被改动。',
  'Another process holds {0}.': '另一进程正占用 {0}。',
  'Try again, or raise busyTimeoutMs.': '请待其结束后重试。',
  'There is no room left to write {0}.': '磁盘空间不足，无法写入 {0}。',
  'Free some room. What was acknowledged before is there.': '请腾出空间。此前已确认写入的内容都在。',
  'No SQLite driver could be loaded (tried {0}).': '无法加载 SQLite 驱动（试过 {0}）。',
  'Reinstall with optional dependencies, or use Node 22.13 or newer, which brings SQLite along.':
    '请连同可选依赖重新安装，或改用自带 SQLite 的 Node 22.13 及以上版本。',
  'there is no such file or directory ({0})': '没有这个文件或目录（{0}）',
  'permission is denied ({0})': '没有权限（{0}）',
  'the system does not allow it ({0})': '系统不允许（{0}）',
  'it is a directory ({0})': '这是一个目录（{0}）',
  'a part of its path is no directory ({0})': '路径中有一部分不是目录（{0}）',
  'something else is there already ({0})': '该处已有别的内容（{0}）',
  'it lies on a disk that can only be read ({0})': '所在磁盘是只读的（{0}）',
  'there is no room left on the disk ({0})': '磁盘空间不足（{0}）',
  'its name is too long ({0})': '名称过长（{0}）',
  'its links lead in a circle ({0})': '链接形成循环（{0}）',
  'ENGRAPH_DEBUG=1 shows where.': '设置 ENGRAPH_DEBUG=1 可查看出错位置。',

  // The doctor.
  node: 'node',
  file: '文件',
  'data directory': '数据目录',
  permissions: '权限',
  catalogue: '目录册',
  'database {0}': '数据库 {0}',
  '{0} (not made yet)': '{0}（尚未建立）',
  'nobody else can read it': '其他用户无法读取',
  'others can read it; `chmod go-rwx {0}` would change that': '其他用户可以读取；可用 `chmod go-rwx {0}` 改正',
  'spaces: {0}': '空间：{0}',
  'Once catalogue.db is moved away, it is made again from what the files in spaces/ hold.':
    '移走 catalogue.db 后，会按 spaces/ 中各文件的内容重建。',
  '{0} {1}': '{0}{1}',
  'it does not hold {0}': '其中没有{0}',
  'it is empty; it held {0}': '文件是空的；原有{0}',
  'it is missing; it held {0}': '文件不见了；原有{0}',
  'no space of the catalogue leads to it': '目录册中没有空间指向它',
  '{0}, and it is empty': '{0}，而且是空的',
  '{0}; it holds: {1}. {2}': '{0}；其中有：{1}。{2}',
  '`engraph space list --file {0}` opens it': '可用 `engraph space list --file {0}` 打开',
  'whole, by {0}; spaces: {1}': '完好（{0}）；空间：{1}',
  '{0}; {1}': '{0}；{1}',
  '`engraph space move {0} {1}`': '`engraph space move {0} {1}`',
  'an older version remembered {0}: what it read has no things and times to be found by, until {1} reads it anew':
    '{0} 由旧版本记入：其内容尚无实体与时间索引，用 {1} 可重新读取',
  '{0}; vectors: {1}': '{0}；向量：{1}',
  none: '无',
  'the space {0}': '空间 {0}',
  'the spaces {0}': '空间 {0}',

  // Session files of agents.
  'There is no file {0}.': '没有文件 {0}。',
  '{0} is a folder; name the file of a session in it.': '{0} 是文件夹；请指明其中某个会话的文件。',
  'The file {0} is no database.': '文件 {0} 不是数据库。',
  '`--file` names the database of the memory; `--path` names a file of the project.':
    '`--file` 指的是记忆的数据库；项目中的文件用 `--path` 指明。',
  'Say which files change.': '请给出要修改的文件。',
  'There is no git repository in {0}.': '{0} 中没有 git 仓库。',
  'git could not compare the files of {0}.': 'git 无法比较 {0} 的文件。',
  'git knows no revision {0}.': 'git 中没有版本 {0}。',
  'The last line is torn, and was left out.': '最后一行不完整，已略过。',
  'Lines that are no JSON object, and were left out: {0}.': '不是 JSON 对象、已略过的行：{0}。',
  'Lines longer than {0} characters, which were left out: {1}.': '超过 {0} 个字符、已略过的行：{1}。',
  'Lines of an unknown type: {0}.': '类型未知的行：{0}。',
  'No prompt, reply or tool call of an agent was found.': '没有找到助手的提示、回复或工具调用。',

  // Vectors.
  'A vector must consist of numbers from -1 to 1; number {0} is {1}.': '向量须由 -1 到 1 的数组成；第 {0} 个是 {1}。',
  'There must be {0} numbers; there are {1}.': '须有 {0} 个数，实有 {1} 个。',
  'A scale must be from 0 to {0}; it is {1}.': '缩放系数须在 0 到 {0} 之间，给出的是 {1}。',
  'There is no memory for {0} rows.': '内存放不下 {0} 行。',
  'The number of dimensions': '维数',
  'The number of rows': '行数',
  'A row': '行号',
  'The vector index is closed.': '向量索引已关闭。',
}
