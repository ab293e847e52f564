import express from 'express';

/** The peer of the API's bench: an empty Express route that answers constant JSON, on the port it is told. */
const app = express();
app.get('/agents/:id', (_request, response) => {
  response.json({ agent_id: 'constant', name: 'Receptionist', status: 'active' });
});
app.get('/health', (_request, response) => {
  response.json({ status: 'ok' });
});
app.listen(Number(process.argv[2]), '127.0.0.1');
