import type { FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'

/**
 * Serializes the declared fields of an endpoint's reply as JSON. Replies of the contract have the same form in the server and on
 * the wire, so they are parsed by their schema and not encoded, which would process each part twice.
 */
export const replyCompiler: FastifySerializerCompiler<ZodType> =
  ({ schema, method, url }) =>
  (data: unknown) => {
    const reply = schema.safeParse(data)
    if (!reply.success) throw new ResponseSerializationError(method, url, { cause: reply.error })
    return JSON.stringify(reply.data)
  }
