/** What is said about the files of coding agents, in Chinese; see `chinese-errors.ts`. */
export const CHINESE_HOST_ERRORS: Readonly<Record<string, string>> = {
  'it is no valid JSON: line {0}, column {1}: {2}': '不是有效的 JSON：第 {0} 行第 {1} 列：{2}',
  'it is no valid TOML: line {0}, column {1}: {2}': '不是有效的 TOML：第 {0} 行第 {1} 列：{2}',
  'it is no valid UTF-8': '不是有效的 UTF-8',
  'it holds no JSON object': '其内容不是 JSON 对象',
  'its `hooks` is no object': '其中的 `hooks` 不是对象',
  'its `hooks.{0}` is no list': '其中的 `hooks.{0}` 不是列表',
  'its `{0}` is no object': '其中的 `{0}` 不是对象',
  'its `{0}` is written in a form that cannot be edited safely': '其中 `{0}` 的写法无法安全修改',
  'it has another MCP server that is called engraph': '其中已有另一个名为 engraph 的 MCP 服务器',
  'another program keeps writing to it': '另一个程序正在不断写入该文件',
  'it was changed, and another program wrote to it before it could be put back':
    '该文件已被修改，还没来得及恢复，另一个程序又写入了它',
  '{0} switches all hooks off: take `"disableAllHooks": true` out of it':
    '{0} 关闭了所有钩子：请去掉其中的 `"disableAllHooks": true`',
  'its settings cannot be read: {0}': '无法读取其设置：{0}',
  'this part of Engraph is missing; install it anew': 'Engraph 缺少这个文件，请重新安装',
  'Sessions that run already must be started anew.': '已在运行的会话须重新启动。',
  'Codex runs hooks only once you trust them: start it and enter /hooks.':
    'Codex 只运行你信任的钩子：启动后输入 /hooks。',
  'The agent must be started with ENGRAPH_HOME={0}, or its memory lies elsewhere.':
    '启动助手时须设置 ENGRAPH_HOME={0}，否则其记忆会存到别处。',
  'Engraph runs from a cache that may be emptied: `npm install -g engraph`, then `engraph install {0}` again.':
    'Engraph 目前从可能被清空的缓存中运行：请先 `npm install -g engraph`，再次 `engraph install {0}`。',

  // The doctor.
  'coding agents': '编程助手',
  'none remembers by itself; `engraph install claude-code` or `engraph install codex` changes that':
    '尚无助手自动记忆；可用 `engraph install claude-code` 或 `engraph install codex` 安装',
  'agent {0}': '助手 {0}',
  'agent {0} in {1}': '助手 {0}（{1}）',
  'hooks: {0}, with the MCP server': '钩子 {0} 个，并有 MCP 服务器',
  "hooks: {0}, and those of the plugin besides, which is enabled too; `engraph uninstall claude-code` leaves the plugin's alone":
    '钩子 {0} 个，同时还启用了插件的钩子；`engraph uninstall claude-code` 之后只剩插件的',
  'by its plugin': '由插件提供',
  '`engraph install {0}` mends it': '`engraph install {0}` 可修复',
  '{0}: {1}; mend that, then `engraph install {2}`': '{0}：{1}；修正后再 `engraph install {2}`',
  '{0} names no MCP server of Engraph; {1}': '{0} 中没有 Engraph 的 MCP 服务器；{1}',
  '{0} has no hook for {1}; {2}': '{0} 缺少以下事件的钩子：{1}；{2}',
  '{0} starts {1}, which is not there any more; {2}': '{0} 启动的 {1} 已不存在；{2}',
  '{0} starts another copy of Engraph, {1}; {2}': '{0} 启动的是另一份 Engraph：{1}；{2}',
  hook: '钩子',
  journal: '日志',
  'MCP server': 'MCP 服务器',
  'log of the hooks': '钩子的错误记录',
  'no failures': '无失败',
  'the last failure: {0} ({1})': '最近一次失败：{0}（{1}）',
  'can be written; sessions: {0}, bytes: {1}': '可写入；会话 {0} 个，共 {1} 字节',
  'cannot be written: {0}': '无法写入：{0}',
  'writes to the journal; {0} ms': '可写入日志；{0} 毫秒',
  'it writes nothing to the journal; {0}': '未向日志写入任何内容；{0}',
  'it fails: {0}; {1}': '运行失败：{0}；{1}',
  answers: '有应答',
  'it does not answer: {0}; {1}': '没有应答：{0}；{1}',
  '`npm install -g engraph` installs it anew': '`npm install -g engraph` 可重新安装',
}
