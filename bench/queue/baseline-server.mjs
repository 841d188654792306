import { createServer } from 'node:http'

// The baseline: a server that sends the same header and body to every request.
const [, , port, head = '{}', body = ''] = process.argv
const headers = JSON.parse(head)
createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
