/* How files are told from other words with a point or a slash. */

const EXTENSIONS = `ts|tsx|mts|cts|js|jsx|mjs|cjs|json|jsonl|json5|md|mdx|txt|csv|tsv|yml|yaml|toml|ini|cfg|conf|env|xml|html|htm|css|scss|sass|less|vue|svelte|astro|
py|pyi|ipynb|rb|go|rs|java|kt|kts|scala|swift|dart|c|h|cc|cpp|cxx|hpp|cs|php|pl|lua|ex|exs|erl|hs|clj|sh|bash|zsh|ps1|bat|cmd|sql|db|sqlite|lock|log|pdf|doc|docx|xls|xlsx|ppt|pptx|
png|jpg|jpeg|gif|svg|webp|ico|mp3|mp4|mov|avi|mkv|wav|flac|zip|tar|gz|tgz|rar|7z|exe|dll|so|dmg|apk|ipa|jar|war|wasm|pem|crt|key|proto|graphql|gql|prisma|tf|gradle|properties|map|bak|tmp|psd|onnx|parquet|woff2?|ttf`
/** A name with an ending that programs know. */
export const FILE_NAME = new RegExp(`^[\\w@~+.{}-]{0,100}[\\w}-]\\.(?:${EXTENSIONS.replaceAll('\n', '')})$`, 'u')

/** Files that are known without an ending. */
export const BARE_FILE =
  /^(?:Dockerfile|Makefile|Jenkinsfile|Procfile|Gemfile|\.(?:env(?:\.[a-z]{1,12})?|gitignore|npmrc|nvmrc|editorconfig|dockerignore|eslintrc|prettierrc|bashrc|zshrc))$/u

/** Folders at the top of a project: `src/auth` is a path where `and/or` is none. */
export const ROOT_FOLDER =
  /^(?:src|lib|libs|app|apps|test|tests|docs?|packages|bin|dist|build|public|config|scripts|components|pages|internal|cmd|pkg|api|server|client|web|tools|examples|bench|node_modules|assets|include|vendor|etc|var|usr|home|tmp|opt|srv|mnt)[/\\][^\s]/u
