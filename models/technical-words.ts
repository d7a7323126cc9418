/*
 * English words of software and of these years that are younger than the model's vocabulary, or too rare for it. Those
 * that it knows already are passed over.
 */
const TECHNICAL_WORDS = `
login logout signin signup logon auth oauth sso mfa otp captcha jwt token tokens cookie cookies csrf cors xss https http url urls uri dns
ssh ssl tls tcp udp vpn proxy nginx apache caddy firewall endpoint endpoints api apis rest graphql grpc webhook webhooks websocket
websockets middleware router routing gateway backend frontend fullstack serverless microservice microservices monolith monorepo repo
repos repository git github gitlab bitbucket commit commits rebase merge mergeable cherrypick changelog hotfix bugfix rollback rollout
canary staging sandbox deploy deploys deployed deployment deployments redeploy docker dockerfile kubernetes helm terraform ansible
jenkins pipeline pipelines ci devops sre oncall postmortem runbook uptime downtime outage failover autoscaling autoscale throttle
throttling ratelimit backoff retry retries timeout timeouts deadlock deadlocks mutex semaphore concurrency async await coroutine
goroutine multithreading threadpool daemon cron crontab scheduler queue queues kafka rabbitmq redis memcached memcache cache caching
cached postgres postgresql mysql sqlite mongodb mongo cassandra dynamodb elasticsearch opensearch clickhouse snowflake bigquery sql
nosql orm schema schemas migration migrations backfill index indexes indices indexer sharding shard shards replica replicas replication
partitioning transaction transactions rollbacks upsert query queries subquery denormalize normalize serializer serialize deserialize
serialization json yaml toml xml csv protobuf parquet regex parser tokenizer tokenize lexer linter lint eslint prettier biome formatter
typescript javascript nodejs python golang rust kotlin java scala swift ruby rails php laravel django flask fastapi react reactjs vue
angular svelte nextjs vite webpack rollup esbuild babel npm yarn pnpm pip conda cargo maven gradle dependency dependencies devdependency
package packages semver changelogs refactor refactoring refactored debug debugger debugging stacktrace traceback breakpoint logging
logger logs telemetry tracing observability metrics grafana prometheus datadog sentry dashboard dashboards alerting alerts profiler
profiling flamegraph benchmark benchmarks latency throughput memoize memoization heap leak leaks segfault overflow underflow nullable
null undefined boolean enum struct tuple generics polymorphism inheritance interface iterator iterable callback callbacks closure promise
observable decorator singleton factory mock mocks mocking stub fixture fixtures vitest jest pytest junit selenium playwright cypress
unittest e2e coverage flaky regression snapshot snapshots hardcode hardcoded config configs configuration env dotenv plaintext
encryption encrypt decrypt hashing hash bcrypt salt keychain keystore certificate cert certs localhost hostname subnet ipv username
usernames password passwords passphrase checkout refund refunds invoice invoices stripe paypal alipay wechat subscription paywall
ecommerce cart sku onboarding offboarding kanban scrum sprint sprints backlog jira confluence notion slack zoom figma wireframe mockup
ux ui css html dom tailwind responsive viewport tooltip dropdown checkbox modal navbar sidebar webpage website websites homepage blog
podcast podcasts vlog emoji emojis hashtag meme selfie smartphone smartphones iphone ipad android ios app apps ebook laptop wifi bluetooth
usb gpu gpus cpu cpus ram ssd nvme cuda pytorch tensorflow keras numpy pandas jupyter notebook llm llms gpt chatgpt openai chatbot chatbots
embedding embeddings vector vectors reranker rerank retrieval rag prompt prompts finetune finetuning pretrained transformer transformers
inference quantization quantize hallucination agentic multimodal dataset datasets hyperparameter overfitting scraper scraping crawler
spreadsheet spreadsheets excel powerpoint pdf pdfs markdown readme wiki faq changeset screenshot screenshots upload uploads uploading
download downloads downloading autosave autocomplete autofill copilot codebase codebases codegen boilerplate scaffold cli tui gui sdk
sdks ide vscode neovim emacs vim bash zsh powershell shell stdout stderr stdin argv tmux sudo chmod symlink filesystem filename filenames
filepath directory directories namespace namespaces cloudflare aws azure gcp lambda ec2 bucket cdn heroku vercel netlify supabase firebase
crypto blockchain bitcoin ethereum nft vaccine covid remote telehealth rideshare airbnb uber netflix spotify youtube tiktok instagram
crossfit pilates yoga keto vegan gluten allergy allergies allergic asthma inhaler migraine ibuprofen antibiotic antibiotics therapist
pediatrician orthodontist daycare babysitter preschool kindergarten carpool commute mortgage landlord sublet roommate roommates
`

/** In lower case, without those that are no plain words of at least two letters. */
export function technicalWords(): readonly string[] {
  return [...new Set(TECHNICAL_WORDS.match(/\b[a-z]{2,}\b/gu))]
}
