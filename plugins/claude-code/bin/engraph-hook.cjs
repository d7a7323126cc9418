const { existsSync } = require('node:fs')

// The bundle runs in this process: a second one would cost as much again. Where it is among the plugin's own dependencies,
// nothing else is loaded. Whatever fails, the session goes on.
try {
  const own = `${__dirname}/../node_modules/engraph/dist/hook.cjs`
  const hook = existsSync(own) ? own : require('./find-engraph.cjs').findEngraph('hook.cjs')
  if (hook !== null) require(hook)
  else if (process.argv[2] === 'SessionStart') sayHowToInstall()
} catch {
  // A hook that fails must not show: the bundle writes its own failures to its log.
  process.exitCode = 0
}

function sayHowToInstall() {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  const isChinese = /^zh/iu.test(LC_ALL || LC_MESSAGES || LANG || '')
  const systemMessage = isChinese
    ? 'Engraph 插件未找到 engraph 程序，暂不记录。安装：npm install -g engraph'
    : 'The Engraph plugin finds no engraph program, and records nothing. To install it: npm install -g engraph'
  process.stdout.write(`${JSON.stringify({ systemMessage })}\n`)
}
