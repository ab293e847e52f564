<?php
// A ticket endpoint for the widget, with nothing but PHP 8. Serve it at an address of your site, or try it with
// VOICE_API_KEY=vak_... AGENT_ID=... php -S 127.0.0.1:8800 docs/examples/ticket.php
// which has a page at http://127.0.0.1:8800/. VOICE_API is the address of the platform's API. The visitor is known by address: use the
// account instead where visitors log in, and the address that your proxy reports behind one. A session that anyone can begin limits no
// one. Put it behind what protects your other forms: a login or a captcha. The page chooses neither the agent nor the visitor.
declare(strict_types=1);

const ANSWER_SECONDS = 10;
const DEFAULT_API = 'http://127.0.0.1:8000';

/** Asks the platform for a ticket. Returns the status, the value of Retry-After and the body for the page. */
function new_ticket(string $visitor, ?string $origin): array
{
    $call = ['agent_id' => getenv('AGENT_ID'), 'visitor' => $visitor];
    if ($origin !== null) {
        $call['origin'] = $origin;
    }
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => ['Content-Type: application/json', 'Authorization: Bearer ' . getenv('VOICE_API_KEY')],
        'content' => json_encode($call, JSON_THROW_ON_ERROR),
        'timeout' => ANSWER_SECONDS,
        'ignore_errors' => true,
        'follow_location' => 0,
    ]]);
    $body = @file_get_contents((getenv('VOICE_API') ?: DEFAULT_API) . '/api/v1/calls/web', false, $context);
    $headers = $body === false ? [] : $http_response_header;
    $status = preg_match('~^HTTP/\S+ (\d{3})~', $headers[0] ?? '', $found) ? (int) $found[1] : 502;
    if ($status === 201) {
        return [200, null, $body];
    }
    // What the platform says is for your log, not for visitors.
    error_log("voice ticket: $status $body");
    foreach ($headers as $header) {
        if ($status === 429 && preg_match('~^Retry-After: (\d+)~i', $header, $found)) {
            return [429, $found[1], ''];
        }
    }
    return [in_array($status, [403, 429], true) ? $status : 502, null, ''];
}

/** A page to try the endpoint. In a page of yours, the script and the element voice-agent do the same. */
function trial_page(): string
{
    $api = htmlspecialchars(getenv('VOICE_API') ?: DEFAULT_API);
    $agent = htmlspecialchars((string) getenv('AGENT_ID'));
    return <<<HTML
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Try the agent</title>
        <link rel="icon" href="data:,">
        <script src="$api/widget.js" async></script>
        </head>
        <body>
        <h1>Try the agent</h1>
        <p>If it is not available on this page, add the page's origin to <code>web.allowed_origins</code> of the agent.</p>
        <voice-agent agent="$agent" ticket-url="/voice-ticket"></voice-agent>
        </body>
        </html>

        HTML;
}

if ($_SERVER['REQUEST_METHOD'] === 'GET' && $_SERVER['REQUEST_URI'] === '/') {
    header('Content-Type: text/html; charset=utf-8');
    echo trial_page();
    exit;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
    http_response_code(405);
    exit;
}
[$status, $retryAfter, $body] = new_ticket($_SERVER['REMOTE_ADDR'], $_SERVER['HTTP_ORIGIN'] ?? null);
http_response_code($status);
header('Cache-Control: no-store');
if ($retryAfter !== null) {
    header("Retry-After: $retryAfter");
}
if ($status === 200) {
    header('Content-Type: application/json');
}
echo $body;
