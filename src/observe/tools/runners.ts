import type { Runner } from './step.ts'

/*
 * Programs that check or make something, of many ecosystems. A row is what a command line begins with, after wrappers such
 * as `npx` or `poetry run`; the longest that fits names the command.
 */
const ROWS = `
test: vitest|jest|mocha|ava|tap|playwright test|cypress run|karma start|node --test|npm test|npm t|npm run test|yarn test|yarn run test|pnpm test|pnpm run test|pnpm -r test|bun test|bun run test|deno test|nx test|turbo test|turbo run test|pytest|py.test|python -m pytest|python3 -m pytest|python -m unittest|python3 -m unittest|tox|nox|nose2|manage.py test|python manage.py test|go test|gotestsum|ginkgo|cargo test|cargo nextest run|mvn test|mvn verify|mvnw test|mvnw verify|gradle test|gradlew test|gradle check|gradlew check|sbt test|lein test|dotnet test|rspec|rake test|rails test|rake spec|minitest|phpunit|pest|artisan test|php artisan test|composer test|mix test|swift test|xcodebuild test|flutter test|dart test|ctest|make test|make check|make tests|just test|task test|bats|busted|zig build test|cabal test|stack test|bazel test|molecule test|behave|cucumber|k6 run
build: npm run build|yarn build|yarn run build|pnpm build|pnpm run build|bun run build|bun build|vite build|next build|nuxt build|webpack|rollup|tsup|tsdown|esbuild|nx build|turbo build|turbo run build|ng build|go build|go install|cargo build|cargo check|mvn package|mvn compile|mvn install|mvn clean|mvnw package|mvnw compile|mvnw clean|gradle build|gradlew build|gradlew assemble|gradlew assembleDebug|sbt compile|dotnet build|dotnet publish|make|cmake|ninja|meson compile|swift build|xcodebuild|flutter build|docker build|docker buildx build|docker compose build|bazel build|zig build|cabal build|stack build|mix compile|python -m build|poetry build|hugo|mkdocs build|packer build|rustc|gcc|g++|clang|clang++|javac|kotlinc
lint: eslint|biome check|biome lint|biome ci|prettier|stylelint|oxlint|xo|standard|npm run lint|yarn lint|pnpm lint|pnpm run lint|bun run lint|ruff|ruff check|ruff format|flake8|pylint|black|isort|bandit|golangci-lint|golangci-lint run|go vet|gofmt|staticcheck|cargo clippy|cargo fmt|rustfmt|rubocop|phpcs|php-cs-fixer|ktlint|detekt|checkstyle|swiftlint|clang-tidy|shellcheck|hadolint|yamllint|tflint|terraform validate|terraform fmt|helm lint|ansible-lint|markdownlint|actionlint|pre-commit|pre-commit run|nginx -t|kubeconform|buf lint|sqlfluff|mix credo|dart analyze|flutter analyze
types: tsc|vue-tsc|npm run typecheck|npm run types|npm run type-check|yarn typecheck|pnpm typecheck|pnpm run typecheck|mypy|pyright|pytype|pyre check|phpstan|phpstan analyse|psalm|sorbet|srb tc|mix dialyzer|flow check|svelte-check
audit: npm audit|yarn audit|pnpm audit|pip-audit|safety check|cargo audit|cargo deny|bundle audit|bundler-audit|composer audit|govulncheck|snyk test|trivy|grype|osv-scanner|semgrep|gitleaks|trufflehog|checkov|tfsec
install: npm install|npm i|npm ci|npm update|npm uninstall|yarn add|yarn install|yarn upgrade|pnpm add|pnpm install|pnpm i|pnpm update|bun add|bun install|pip install|pip3 install|python -m pip install|pip uninstall|uv add|uv sync|uv pip install|poetry add|poetry install|poetry update|pipenv install|conda install|go get|go mod tidy|cargo add|cargo update|gem install|bundle install|bundle update|composer require|composer install|composer update|apt-get install|apt install|brew install|dotnet add|mix deps.get|flutter pub get|pod install|helm repo add
migrate: prisma migrate|prisma db push|knex migrate:latest|knex migrate:rollback|sequelize db:migrate|typeorm migration:run|drizzle-kit push|drizzle-kit migrate|alembic upgrade|alembic downgrade|alembic revision|flask db upgrade|manage.py migrate|python manage.py migrate|manage.py makemigrations|python manage.py makemigrations|rails db:migrate|rake db:migrate|artisan migrate|php artisan migrate|flyway migrate|liquibase update|dotnet ef database update|goose up|migrate up|mix ecto.migrate|sqlx migrate run|diesel migration run
deploy: terraform plan|terraform apply|terraform init|terraform destroy|tofu plan|tofu apply|pulumi up|pulumi preview|cdk deploy|cdk diff|sam deploy|serverless deploy|kubectl apply|kubectl rollout|kubectl delete|kubectl scale|helm install|helm upgrade|helm template|kustomize build|docker push|docker compose up|docker-compose up|docker run|ansible-playbook|vercel deploy|vercel|netlify deploy|flyctl deploy|fly deploy|heroku|gcloud|aws|az|wrangler deploy|npm publish|cargo publish|twine upload|systemctl restart|systemctl start|systemctl reload|nomad job run|skaffold run
run: node|python|python3|ruby|php|perl|deno run|bun run|bun|tsx|ts-node|go run|cargo run|java|dotnet run|npm start|npm run dev|npm run start|yarn start|yarn dev|pnpm dev|pnpm start|flask run|uvicorn|gunicorn|rails server|rails runner|psql|mysql|sqlite3|redis-cli|mongosh|curl|wget|http|ping|nc|dig|nslookup|ssh|scp|rsync|npm run|yarn|pnpm|pnpm run|make run|just|task|bash|sh|zsh|openssl|ffmpeg|jq|cargo bench|hyperfine|wrk|ab
`

const RUNNERS: ReadonlyMap<string, Runner> = new Map(
  ROWS.trim()
    .split('\n')
    .flatMap((row) => {
      const at = row.indexOf(':')
      const does = row.slice(0, at) as Runner['does']
      return row
        .slice(at + 1)
        .split('|')
        .map((name): [string, Runner] => [name.trim(), { name: name.trim(), does }])
    }),
)
const WORDS_MAX = 4
/** Flags stand between the words of a row: `mvn -q -o test`. */
const LOOKED_AT_MAX = 8

/** What a command does, by its first words; of flags only those count that a row names (`python -m`, `node --test`). */
export function runnerOf(words: readonly string[]): Runner | null {
  const program = (words[0] ?? '').replaceAll('\\', '/').split('/').at(-1) ?? ''
  const first = program.replace(/\.(?:exe|cmd|bat)$/iu, '')
  const own = [first, ...words.slice(1, LOOKED_AT_MAX)]
  const bare = own.filter((word) => !word.startsWith('-'))
  for (let length = WORDS_MAX; length > 1; length--) {
    const runner = RUNNERS.get(own.slice(0, length).join(' ')) ?? RUNNERS.get(bare.slice(0, length).join(' '))
    if (runner) return named(runner)
  }
  const alone = RUNNERS.get(first)
  return scriptRunner(first, bare) ?? (alone ? named(alone) : null)
}

/** `python -m pytest` and `pytest` are one. */
function named(runner: Runner): Runner {
  const name = runner.name.replace(/^python3? -m /u, '').replace(/^npm (?:t|run test)$/u, 'npm test')
  return name === runner.name ? runner : { ...runner, name }
}

/** Scripts of a manifest that are called after what they do: `npm run test:unit`, `make lint-go`, `composer stan`. */
function scriptRunner(program: string, bare: readonly string[]): Runner | null {
  if (!/^(?:npm|yarn|pnpm|bun|make|just|task|composer|rake|nx|turbo|mvnw?|gradlew?|dotnet|mix)$/u.test(program))
    return null
  const script = bare.slice(1).find((word) => word !== 'run') ?? ''
  const name = `${program} ${script}`
  if (/test|spec|e2e/iu.test(script)) return { name, does: 'test' }
  if (/lint|format|fmt|style/iu.test(script)) return { name, does: 'lint' }
  if (/types?\b|tsc|check/iu.test(script)) return { name, does: 'types' }
  if (/build|compile|bundle|dist|package/iu.test(script)) return { name, does: 'build' }
  if (/migrat/iu.test(script)) return { name, does: 'migrate' }
  if (/deploy|release|publish/iu.test(script)) return { name, does: 'deploy' }
  return script === '' ? null : { name, does: 'run' }
}
