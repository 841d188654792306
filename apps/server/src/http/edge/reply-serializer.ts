import type { FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'

/**
 * What an endpoint's reply may say and nothing else, as JSON. No reply of the contract has another form on the line than in
 * the house, so it is read by its schema rather than encoded, which would look at each part twice.
 */
export const replyCompiler: FastifySerializerCompiler<ZodType> =
  ({ schema, method, url }) =>
  (data: unknown) => {
    const reply = schema.safeParse(data)
    if (!reply.success) throw new ResponseSerializationError(method, url, { cause: reply.error })
    return JSON.stringify(reply.data)
  }
