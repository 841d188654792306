import { createServer } from 'node:http'

// A server that does nothing but send: the same head and the same bytes to whatever is asked.
const [, , port, head = '{}', body = ''] = process.argv
const headers = JSON.parse(head)
createServer((_request, response) => {
  response.writeHead(200, headers)
  response.end(body)
}).listen(Number(port), '127.0.0.1', () => console.log('ready'))
