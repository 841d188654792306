import { createServer } from 'node:http'
import { type AddressInfo, createServer as createLine, type Socket } from 'node:net'

// The baseline: a server that sends the same bytes for every request (node:http), and a frame every 100 ms to every
// subscriber (TCP). It runs in a separate process, like the shop's server.

type BareServerRequest = { readonly head: string; readonly body: Uint8Array } | { readonly frame: Uint8Array }

process.once('message', (request: BareServerRequest) => {
  if ('frame' in request) return broadcast(request.frame)
  const headers = request.head
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(/: (.*)/s))
    .filter(([name = '']) => !/^(date|connection|keep-alive)$/i.test(name))
    .flatMap(([name = '', value = '']) => [name, value])
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(request.body)
  })
  server.listen(0, 'localhost', () => process.send!((server.address() as AddressInfo).port))
})

function broadcast(frame: Uint8Array): void {
  const sockets = new Set<Socket>()
  const server = createLine((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  setInterval(() => {
    for (const socket of sockets) socket.write(frame)
  }, 100)
  server.listen(0, 'localhost', () => process.send!((server.address() as AddressInfo).port))
}
