const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/u))

/** Parts of paths and identifiers that say how a project is laid out, and not what it is about. */
export const GENERIC_PARTS: ReadonlySet<string> = setOf(`
src lib libs app apps index main init mod util utils helper helpers common shared core base internal pkg cmd bin dist out target test
tests spec specs fixture fixtures mock mocks doc docs readme page pages view views component components module modules service
services controller controllers model models entity entities dto type types interface interfaces constant constants config conf
setting settings public private static asset assets resource resources style styles script scripts tool tools vendor node
packages package build com org net impl default new old tmp temp data api web server client java kotlin python main resources
store stores hook hooks feature features example examples sample samples handler handlers manager factory provider providers
utility abstract generic self this const let var function return async await export import from class public void string
number boolean true false null undefined none nil int str bool dict list map set get post put patch delete args kwargs props
value values key keys name names item items object objects array result results response request req res ctx err error errors
option options param params id ids tx row rows col cols field fields line lines text todo md json yml yaml toml lock txt log
html css dev prod home user def end func elif else case switch for while try catch throw throws raise with pass break continue
assert expect describe before after each should that print println printf console require include using namespace package
struct enum trait impl extends implements super yield lambda static final override typeof instanceof len size count total
current previous next first last start stop run exec call apply bind create update remove add edit change make use file files dir
path paths url uri code ok done www http https localhost initial final simple basic custom global local remote source
dest destination tests_ e2e integration unit max min slug char chars group groups decision decisions adr migration_ cfg env version
`)

/** English words of talk and of work that are no subjects by themselves, whatever a table says of phrases with them. */
export const CARRYING_WORDS: ReadonlySet<string> = setOf(`
a an the and or but if so of at by for with about into to in on off over under as than then that these those there here i me my we us
our you your he she it its they them their am is are was were be been being have has had having do does did doing done will would
shall should can cannot could may might must no nor not which who whom whose what when where why how up down out very too just
also only own same such both each few more most other some any all once again further during above below between through until
while because against am im ive id ill youre dont doesnt isnt wont cant couldnt let lets please thanks thank hello hi hey ok okay
yes yeah sure now next still yet even ever never always maybe perhaps really actually currently already soon later today
yesterday tomorrow everywhere somewhere nothing something everything anything someone everyone thing things stuff way ways lot
bit kind sort part parts case cases time times moment day days week weeks month year years hour hours minute minutes
second seconds first last one two three four five six seven eight nine ten
add adds added adding fix fixes fixed fixing change changes changed changing make makes made making use uses used using get gets
getting got set sets setting put puts run runs running ran find finds found finding look looks looking looked see sees seen show
shows shown tell tells told say says said want wants wanted need needs needed try tries tried trying check checks checked
checking write writes written wrote writing read reads reading create creates created creating remove removes removed removing
delete deletes deleted deleting update updates updated updating move moves moved moving rename renames renamed renaming
replace replaces replaced replacing implement implements implemented implementing refactor refactors refactored refactoring
convert converts converted turn turns turned keep keeps kept give gives given take takes taken go goes going come comes came
work works worked working break breaks broken broke fail fails failed failing pass passes passed passing crash crashes crashed
happen happens happened start starts started starting stop stops stopped finish finishes finished end ends ended begin begins
explain explains understand know knows think help helps improve improves support supports handle handles handled allow allows
ensure ensures cause caused causes commit commits committed push pushed pull pulled merge merged call calls called return
returns returned switch switched review reviewed investigate investigated figure harden clean cleans cleaned cleanup bring
build builds built print prints printed open opens opened close closes closed send sends sent save saves saved load
loads loaded point points pointed answer answers answered reach reaches reached connect connects connected refuse refuses
refused store stores stored decide decided agree agreed choose chose chosen prefer preferred instead rather like likes better
best worse worst good bad right wrong correct incorrect new old big small large long short fast slow slower faster high
low full empty simple easy hard clear sure able ready different similar whole entire main real current previous
possible impossible necessary important missing available single double left right top bottom front back
line lines file files code class function method variable value values name names type types number numbers string
test tests tested testing issue issues problem problems bug bugs error errors exception feature features task tasks option
options version versions example examples result results step steps idea ideas question questions reason root
subagent agent  project repo repository branch folder directory place list lists  sure item items state key keys log
 request  settings release  document page component module prompt server
destroy destroys destroyed register registered registers secure everything without within across per via like unlike since upon along among toward towards
successfully correctly properly directly simply only mostly nearly exactly instead additionally however therefore
output input command commands script scripts lot remains remain both either neither another else etc eg ie vs
`)
