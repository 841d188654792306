import { connect } from 'node:net'

/**
 * Sends requests over a number of connections, each with one request at a time. Reads a response only as far as its end, so
 * that the server is measured and not the client.
 * @param {{ port: number, connections: number, seconds: number, ask: (connection: number) => string, hear?: (head: string, connection: number) => void }} load
 * @returns responses per second
 */
export async function load({ port, connections, seconds, ask, hear }) {
  let responses = 0
  let isOver = false
  const talk = (/** @type {number} */ nth) =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let pending = ''
      socket.setEncoding('latin1')
      socket.on('connect', () => socket.write(ask(nth)))
      socket.on('error', reject)
      socket.on('close', resolve)
      socket.on('data', (piece) => {
        pending += piece
        const end = pending.indexOf('\r\n\r\n')
        if (end < 0) return
        const head = pending.slice(0, end)
        const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
        if (pending.length < end + 4 + length) return
        if (!head.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(`${head.split('\r\n')[0]} ${pending.slice(end)}`))
        pending = ''
        responses += 1
        hear?.(head, nth)
        if (isOver) socket.end()
        else socket.write(ask(nth))
      })
    })
  const talks = Promise.all(Array.from({ length: connections }, (_, nth) => talk(nth)))
  const from = performance.now()
  await Promise.race([talks, new Promise((resolve) => setTimeout(resolve, seconds * 1_000))])
  const rate = responses / ((performance.now() - from) / 1_000)
  isOver = true
  await talks
  return rate
}

/** A request in full. @param {string} method @param {string} path @param {Record<string, string>} headers @param {string} body */
export const request = (method, path, headers = {}, body = '') =>
  [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body ? ['content-type: application/json', `content-length: ${body.length}`] : []),
    '',
    body,
  ].join('\r\n')
