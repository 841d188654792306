import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { problem } from '@playhouse/domain/problem'
import { problemDetailsOf } from './problems.ts'

const statusOf: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Replies to bytes that are not an HTTP request. No route and no hook sees them. */
export function rejectMalformed(
  error: Error & { readonly code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const status = statusOf[error.code ?? ''] ?? 400
  const body = JSON.stringify(problemDetailsOf(problem('invalid-input', { fields: [] }), '', status))
  const all = {
    ...headers,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
}
