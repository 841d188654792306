import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sendProblem } from './problems.ts'
import { createStreamSubscribers, streamNamesOf, type StreamSubscriber, streamLimits } from './streams.ts'

/** Polling options. */
const polling = { interval: 10 }

/** Starts a server that opens a stream for each request, under the name in its path, or under other names made of it. */
async function startServer(limits: Partial<typeof streamLimits> = {}, namesOf = (name: string): readonly string[] => [name]) {
  const viewers = createStreamSubscribers({ ...streamLimits, ...limits })
  const inside: StreamSubscriber[] = []
  const app = fastify()
  app.addHook('preClose', async () => viewers.close())
  app.get<{ Params: { name: string } }>('/:name', async (request, reply) => {
    const admitted = viewers.open(reply, namesOf(request.params.name))
    if (!admitted.ok) return sendProblem(request, reply, admitted.error)
    admitted.value.begin(Buffer.from('first\n\n'))
    inside.push(admitted.value)
    return reply
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  onTestFinished(() => app.close())
  const enter = async (name = 'any') => {
    const leaving = new AbortController()
    const response = await fetch(`${origin}/${name}`, { signal: leaving.signal })
    return { answer: response, leave: () => leaving.abort(), body: response.body!.pipeThrough(new TextDecoderStream()).getReader() }
  }
  return { app, viewers, inside, port, enter }
}

describe('stream subscribers', () => {
  it('receive messages in order, and are counted until they disconnect', async () => {
    const { viewers, inside, enter } = await startServer()
    const { answer: response, body, leave } = await enter()
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
    expect(response.headers.get('cache-control')).toContain('no-transform')
    expect((await body.read()).value).toBe('first\n\n')
    inside[0]!.send(Buffer.from('second\n\n'))
    expect((await body.read()).value).toBe('second\n\n')
    expect(viewers.count()).toBe(1)
    leave()
    await expect.poll(viewers.count, polling).toBe(0)
  })

  it('receive a heartbeat at each interval', async () => {
    const { enter } = await startServer({ heartbeatMs: 10 })
    const { body } = await enter()
    await body.read()
    expect((await body.read()).value).toMatch(/^: still here\n\n/)
  })

  it('are limited per name and in total; a subscriber that disconnects makes room for another', async () => {
    const { viewers, enter } = await startServer({ maxStreams: 3, maxPerName: (name) => (name === 'one' ? 1 : 2) })
    const first = await enter('one')
    const second = await enter('one')
    expect(second.answer.status).toBe(429)
    expect(await second.answer.headers.get('retry-after')).toBe('60')
    await enter('two')
    await enter('two')
    expect((await enter('three')).answer.status).toBe(503)
    first.leave()
    await expect.poll(viewers.count, polling).toBe(2)
    expect((await enter('one')).answer.status).toBe(200)
  })

  it('are limited per IPv6 /48 and IPv4 /24, although each address has a separate network', async () => {
    const maxPerName = (name: string): number => (name.startsWith('wide network ') ? 2 : streamLimits.maxPerName(name))
    const { enter } = await startServer({ maxPerName }, (ip) => streamNamesOf(ip, `of ${ip}`))
    const statuses = []
    for (const ip of ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:2:1::1', '192.0.2.1', '192.0.2.2', '192.0.2.3'])
      statuses.push((await enter(ip)).answer.status)
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429])
    const [session, network, wide] = streamNamesOf('2001:db8:1:1::1', 'id').map(streamLimits.maxPerName)
    expect([session, network, wide]).toEqual([6, 200, 16 * 200])
    expect(wide).toBeLessThan(streamLimits.maxStreams / 3)
  })

  it('are disconnected where they read too slowly, and do not delay the others', async () => {
    const { viewers, inside, port, enter } = await startServer()
    const slow: Socket = connect(port, '127.0.0.1')
    await once(slow, 'connect')
    slow.pause()
    slow.write('GET /slow HTTP/1.1\r\nHost: hall\r\n\r\n')
    await expect.poll(viewers.count, polling).toBe(1)
    const quick = await enter('quick')
    const drain = (async () => {
      let bytes = 0
      for (let piece = await quick.body.read(); !piece.done; piece = await quick.body.read()) bytes += piece.value.length
      return bytes
    })()
    // The buffers of the operating system take some megabytes before anything waits in the process.
    const frame = Buffer.alloc(32 * 1024, 'x')
    let sent = 0
    await expect
      .poll(
        () => {
          for (const viewer of inside) viewer.send(frame)
          sent += frame.length
          return viewers.count()
        },
        { interval: 1 },
      )
      .toBe(1)
    viewers.close()
    expect(await drain).toBeGreaterThanOrEqual(sent)
    slow.destroy()
  })

  it('share one limit of unread bytes: the slowest are disconnected, the others stay', async () => {
    const limit = 256 * 1024
    const { viewers, inside, port, enter } = await startServer({ maxBacklog: 1024 * 1024 * 1024, maxTotalBacklog: limit })
    const slow = await Promise.all(
      Array.from({ length: 4 }, async (_, nth) => {
        const socket = connect(port, '127.0.0.1')
        onTestFinished(() => void socket.destroy())
        await once(socket, 'connect')
        socket.pause()
        socket.write(`GET /slow${nth} HTTP/1.1\r\nHost: hall\r\n\r\n`)
        return socket
      }),
    )
    await expect.poll(viewers.count, polling).toBe(slow.length)
    const { body } = await enter('quick')
    const drain = (async () => {
      while (!(await body.read()).done);
    })()
    const frame = Buffer.alloc(32 * 1024, 'x')
    await expect
      .poll(
        () => {
          for (const viewer of inside) viewer.send(frame)
          return viewers.count()
        },
        { interval: 1, timeout: 30_000 },
      )
      .toBe(1)
    viewers.close()
    await drain
  })

  it('are disconnected when the server closes, and no stream is opened afterwards', async () => {
    const { app, viewers, enter } = await startServer()
    const { body } = await enter()
    await body.read()
    const closed = app.close()
    expect((await body.read()).done).toBe(true)
    await closed
    expect(viewers.count()).toBe(0)
  })
})
