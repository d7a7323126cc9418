import { type Language, languageOf } from './phrases.ts'

/** What `init` and `impact` say to people. */
export interface ImpactPhrases {
  code: string
  readingHistory(commits: number): string
  writing: string
  ranking: string
  read(changed: number, removed: number, commits: number): string
  nothingNew: string
  files(files: number, parsed: number, namesOnly: number): string
  imports(imports: number, resolved: number, external: number): string
  skipped(files: number): string
  unresolved(imports: number): string
  unreadable(paths: readonly string[]): string
  history: Readonly<Record<'read' | 'shallow' | 'none' | 'failed' | 'unread', (commits: number) => string>>
  edges(dependsOn: number, coChanges: number): string
  took(ms: number): string
  noFiles: string
  nothingChanged: string
  noSuchRevision(revision: string): string
  unknown: string
  importsUnread: string
  dependents(count: number, direct: number, state: string): string
  noDependents(state: string): string
  states: Readonly<Record<'complete' | 'at-least' | 'stale', string>>
  cut: string
  moreDependents(count: number): string
  through(path: string): string
  usually: string
  tests: string
  sessions(count: number): string
  readOnly: string
  kinds: Readonly<Record<'decision' | 'pitfall' | 'unfinished', string>>
  live: string
  because(path: string): string
  cochange(commits: number, of: number, sessions: number): string
  reasons: Readonly<Record<'imports' | 'imported-by' | 'test' | 'name' | 'uses' | 'text' | 'indirect', string>>
  coverage(state: string, unresolved: number): string
  changed(paths: readonly string[]): string
  age(days: number): string
}

const ENGLISH: ImpactPhrases = {
  code: 'reading code',
  readingHistory: (commits) => `reading history: ${commits} commits`,
  writing: 'writing',
  ranking: 'working out what belongs together',
  read: (changed, removed, commits) => `New: ${files(changed)} changed, ${removed} removed, ${commits} commits.`,
  nothingNew: 'Nothing changed since the last time.',
  files: (count, parsed, namesOnly) =>
    `Code: ${parsed} of ${files(count)} parsed${namesOnly === 0 ? '' : `; ${namesOnly} of other languages, by names alone: their imports are not read yet`}.`,
  imports: (imports, resolved, external) =>
    `Imports: ${imports}; ${resolved} lead to files of the project, ${external} to packages.`,
  skipped: (count) => `Left unread because they are large, generated or no text: ${count}.`,
  unresolved: (imports) => `Imports that lead nowhere known: ${imports}.`,
  unreadable: (paths) => `Configuration that cannot be read, so imports may be missing: ${paths.join(', ')}.`,
  history: {
    read: (commits) => `History: ${commits} commits.`,
    shallow: (commits) => `History: ${commits} commits; the clone is shallow, so there are older ones.`,
    none: () => 'History: there is no git repository, or no commit.',
    failed: () => 'History: git could not read it.',
    unread: () => 'History: not read.',
  },
  edges: (dependsOn, coChanges) =>
    `Edges: ${dependsOn} between files that import, ${coChanges} between files that change together.`,
  took: (ms) => `It took ${(ms / 1000).toFixed(1)} s.`,
  noFiles: 'Name the files that change, or give --staged or --diff.',
  nothingChanged: 'No file is changed.',
  noSuchRevision: (revision) => `git knows no revision ${revision}.`,
  unknown: 'no source file that was read',
  importsUnread: 'imports of this language are not read yet; who depends on it is known by history and names alone',
  dependents: (count, direct, state) =>
    `${count === 1 ? '1 file depends' : `${count} files depend`} on it, ${direct} directly; ${state}`,
  noDependents: (state) => `no file depends on it; ${state}`,
  states: { complete: 'complete', 'at-least': 'at least these', stale: 'stale: files changed since they were read' },
  cut: 'and more beyond the bound',
  moreDependents: (count) => `… ${count} more`,
  through: (path) => `through ${path}`,
  usually: 'Likely to change with it:',
  tests: 'Tests:',
  sessions: (count) => `Sessions of the last 30 days: ${count}`,
  readOnly: 'read only',
  kinds: { decision: 'Decision', pitfall: 'Pitfall', unfinished: 'Unfinished' },
  live: 'Changed by others just now:',
  because: (path) => `because of ${path}`,
  cochange: (commits, of, sessions) =>
    `${commits} of ${of} commits${sessions === 0 ? '' : sessions === 1 ? ', 1 session' : `, ${sessions} sessions`}`,
  reasons: {
    imports: 'imported by it',
    'imported-by': 'imports it',
    test: 'test of the same name',
    name: 'called alike',
    uses: 'uses its rare names',
    text: 'says alike',
    indirect: 'changes with what changes with it',
  },
  coverage: (state, unresolved) =>
    `Imports: ${state}${unresolved === 0 ? '' : `; ${unresolved} of them lead nowhere known`}.`,
  changed: (paths) => `Changed since and not read: ${paths.join(', ')}.`,
  age: (days) => (days < 1 ? 'today' : days < 14 ? `${days} d ago` : `${Math.floor(days / 7)} w ago`),
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}

const CHINESE: ImpactPhrases = {
  code: '正在读取代码',
  readingHistory: (commits) => `正在读取历史：${commits} 次提交`,
  writing: '正在写入',
  ranking: '正在推算哪些文件相关',
  read: (changed, removed, commits) => `新增：改动 ${changed} 个文件，移除 ${removed} 个，${commits} 次提交。`,
  nothingNew: '自上次以来没有变化。',
  files: (count, parsed, namesOnly) =>
    `代码：${count} 个文件中解析了 ${parsed} 个${namesOnly === 0 ? '' : `；其他语言 ${namesOnly} 个，仅按名称，尚不读取其导入`}。`,
  imports: (imports, resolved, external) =>
    `导入：${imports} 处；${resolved} 处指向项目文件，${external} 处指向软件包。`,
  skipped: (count) => `因过大、自动生成或不是文本而未读：${count} 个。`,
  unresolved: (imports) => `指向不明的导入：${imports} 处。`,
  unreadable: (paths) => `无法读取的配置，因此可能缺少导入：${paths.join('、')}。`,
  history: {
    read: (commits) => `历史：${commits} 次提交。`,
    shallow: (commits) => `历史：${commits} 次提交；这是浅克隆，更早的提交不在其中。`,
    none: () => '历史：没有 git 仓库，或没有提交。',
    failed: () => '历史：git 无法读取。',
    unread: () => '历史：尚未读取。',
  },
  edges: (dependsOn, coChanges) => `边：导入关系 ${dependsOn} 条，共同修改 ${coChanges} 条。`,
  took: (ms) => `用时 ${(ms / 1000).toFixed(1)} 秒。`,
  noFiles: '请给出要修改的文件，或使用 --staged、--diff。',
  nothingChanged: '没有文件被修改。',
  noSuchRevision: (revision) => `git 中没有版本 ${revision}。`,
  unknown: '不是已读取的源文件',
  importsUnread: '尚不读取这种语言的导入；哪些文件依赖它，只能凭历史与名称判断',
  dependents: (count, direct, state) => `${count} 个文件依赖它，其中直接依赖 ${direct} 个；${state}`,
  noDependents: (state) => `没有文件依赖它；${state}`,
  states: { complete: '完整', 'at-least': '至少如此', stale: '已过时：读取之后文件有变动' },
  cut: '界限之外还有更多',
  moreDependents: (count) => `…… 另有 ${count} 个`,
  through: (path) => `经由 ${path}`,
  usually: '可能要一起修改：',
  tests: '相关测试：',
  sessions: (count) => `最近 30 天的会话：${count} 个`,
  readOnly: '仅读取',
  kinds: { decision: '决定', pitfall: '陷阱', unfinished: '未完成' },
  live: '其他会话刚刚修改：',
  because: (path) => `因为 ${path}`,
  cochange: (commits, of, sessions) => `${of} 次提交中的 ${commits} 次${sessions === 0 ? '' : `，${sessions} 个会话`}`,
  reasons: {
    imports: '被它导入',
    'imported-by': '导入了它',
    test: '同名测试',
    name: '名称相同',
    uses: '用到它的少见名称',
    text: '内容相近',
    indirect: '常与一起修改的文件同改',
  },
  coverage: (state, unresolved) => `导入关系：${state}${unresolved === 0 ? '' : `；其中 ${unresolved} 处指向不明`}。`,
  changed: (paths) => `此后有改动、尚未读取：${paths.join('、')}。`,
  age: (days) => (days < 1 ? '今天' : days < 14 ? `${days} 天前` : `${Math.floor(days / 7)} 周前`),
}

const PHRASES: Readonly<Record<Language, ImpactPhrases>> = { english: ENGLISH, chinese: CHINESE }

export function impactPhrases(environment: NodeJS.ProcessEnv = process.env): ImpactPhrases {
  return PHRASES[languageOf(environment)]
}
