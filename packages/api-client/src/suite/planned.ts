import { expect, it } from 'vitest'
import { problemDetailsSchema } from '@playhouse/domain/problem'
import { type Endpoint, planned } from '#contract'
import type { SuiteHost } from './visitor.ts'

/** Nobody pretends: what is declared and not built answers that, and nothing else, whoever asks for whatever. */
export function describePlanned(host: () => SuiteHost): void {
  const calls = Object.values(planned).flatMap((group) => Object.values<Endpoint>(group))

  it.each(calls.map(({ method, path }) => [method, path]))('says that %s %s is not built yet', async (method, path) => {
    const answer = await fetch(`${host().origin}/api${path.replaceAll(/:[a-z]+/gi, 'any')}`, {
      method,
      ...(method === 'GET' ? {} : { headers: { 'content-type': 'application/json' }, body: '{}' }),
    })
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(problemDetailsSchema.parse(await answer.json())).toMatchObject({ status: 501, code: 'not-available-yet', params: {} })
    expect(answer.status).toBe(501)
  })
}
