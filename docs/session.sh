# For the commands of these pages: `. docs/session.sh`. Logs you in, or signs you up the first time, and leaves
#   API, RUNTIME, GATEWAY, SIM   where the services are: at API_PORT, RUNTIME_PORT, GATEWAY_PORT and SIMULATOR_PORT on this
#                                machine, as of the platform; set them before, when they are elsewhere
#   ORG, TOKEN                   who asks; the command line uses them too
#   ask /path …                  curl, in your name, for JSON
#   json .a.b                    picks a part of the JSON it reads
API=${API:-http://127.0.0.1:${API_PORT:-8000}/api/v1}
RUNTIME=${RUNTIME:-http://127.0.0.1:${RUNTIME_PORT:-7860}}
GATEWAY=${GATEWAY:-http://127.0.0.1:${GATEWAY_PORT:-8100}}
SIM=${SIM:-http://127.0.0.1:${SIMULATOR_PORT:-8200}}

post() { curl -sS "$API$1" -H 'content-type: application/json' -d "$2"; }
ask() { curl -sS --fail-with-body "$API$1" -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' -w '\n' "${@:2}"; }
json() {
  node -e 'const text = require("fs").readFileSync(0, "utf8")
    try { var picked = eval("JSON.parse(text)" + process.argv[1]) } catch {}
    if (picked === undefined) { console.error("No " + process.argv[1] + " in: " + text); process.exit(1) }
    console.log(picked)' "$1"
}

if ! curl -s -o /dev/null "$API/languages"; then
  echo "No API answers at $API: start it with \`npm start\`, or set API_PORT (or API, RUNTIME, GATEWAY and SIM) to where it runs, then do this again." >&2
  return 1
fi
session=$(post /users/login '{"email": "you@example.com", "password": "correct horse"}')
case $session in *access_token*) ;; *)
  session=$(post /users/signup '{"email": "you@example.com", "password": "correct horse", "organisation_name": "Yours"}') ;;
esac
TOKEN=$(json .access_token <<< "$session") || return 1
ORG=$(json .org_id <<< "$session")
export VOICE_API_URL=${API%/api/v1} VOICE_API_TOKEN=$TOKEN
