import express from 'express';

/** The peer of the API bench: an empty Express route with constant JSON, on a given port. */
const app = express();
app.get('/agents/:id', (_request, response) => {
  response.json({ agent_id: 'constant', name: 'Receptionist', status: 'active' });
});
app.get('/health', (_request, response) => {
  response.json({ status: 'ok' });
});
app.listen(Number(process.argv[2]), '127.0.0.1');
