import { expect, it } from 'vitest'
import type { Form } from '@playhouse/domain/form'
import type { ApiClient } from '#client'
import type { ItemSuiteHost } from './item-kinds.ts'
import { code, findBookablePerformance, newAddress, value, visitorOf } from './visitor.ts'

/** A form that the suite sends; its hosts attach it to every production. */
export const offeredForm: Form = {
  ...{ form: 'group-enquiry', keepDays: 90 },
  title: { text: 'Group enquiry', translations: { de: 'Gruppenanfrage' } },
  intro: { text: 'For groups.' },
  fields: [
    { id: 'name', kind: 'text', isRequired: true, maxLength: 20, label: { text: 'Name' } },
    { id: 'email', kind: 'email', isRequired: true, label: { text: 'Email' } },
    { id: 'people', kind: 'number', isRequired: true, least: 10, most: 50, label: { text: 'People' } },
    {
      ...{ id: 'needs', kind: 'choices', isRequired: false, label: { text: 'Needs' } },
      choices: [
        { id: 'lift', label: { text: 'Lift', translations: { de: 'Aufzug' } } },
        { id: 'loop', label: { text: 'Hearing loop' } },
      ],
    },
  ],
}

/** Forms over hosts that have attached `offeredForm`: read, sent, and listed for staff. */
export function describeForms(host: () => ItemSuiteHost, staff: () => ApiClient): void {
  const visitor = () => visitorOf(host())
  const open = async (client: ApiClient) => (await findBookablePerformance(client, 1)).id
  const valid = (email: string) => ({ name: ' Ada ', email, people: '12', needs: ['loop'] })
  const send = (
    client: ApiClient,
    instance: string,
    answers: Record<string, string | string[] | boolean>,
    key: string = crypto.randomUUID(),
  ) => client.forms.send({ params: { instance }, body: { key, answers } })

  it('names the form of a performance and returns its definition', async () => {
    const client = visitor()
    const instance = await open(client)
    expect(value(await client.catalogue.instance({ params: { instance } })).form).toEqual(offeredForm.title)
    const { form, today } = value(await client.forms.read({ params: { instance } }))
    expect(form).toEqual(offeredForm)
    expect(today).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(code(await client.forms.read({ params: { instance: 'nothing' } }))).toBe('instance-unavailable')
  })

  it('names the fields whose answers are not valid, and those that the form does not have', async () => {
    const client = visitor()
    const instance = await open(client)
    const refused = await send(client, instance, { ...valid('ada'), people: '9', colour: 'red' })
    expect(refused).toMatchObject({ error: { code: 'invalid-input', params: { fields: ['colour', 'email', 'people'] } } })
  })

  it('stores what was sent once, lists it for staff, and records that it was answered', async () => {
    const client = visitor()
    const instance = await open(client)
    const [email, key] = [newAddress(), crypto.randomUUID()]
    const before = value(await staff().staffForms.list({ query: {} })).entries.length
    for (let time = 0; time < 2; time++) expect(value(await send(client, instance, valid(email), key))).toEqual({ sent: true })
    const list = async (query: { form?: string; state?: 'new' | 'answered' }) => value(await staff().staffForms.list({ query }))
    const { forms, entries } = await list({ form: offeredForm.form, state: 'new' })
    expect(entries.length).toBe(before + 1)
    expect(forms).toEqual([{ form: offeredForm.form, title: offeredForm.title, unanswered: entries.length }])
    const [entry] = entries
    expect(entry).toMatchObject({ email, performance: { instance }, answered: null })
    expect(entry!.answers.map(({ id, answer }) => [id, answer])).toEqual([
      ['name', 'Ada'],
      ['email', email],
      ['people', '12'],
      ['needs', [{ text: 'Hearing loop' }]],
    ])
    expect(Math.round((Date.parse(entry!.until) - Date.parse(entry!.at)) / 86_400_000)).toBe(offeredForm.keepDays)
    const mark = async (isAnswered: boolean) =>
      value(await staff().staffForms.mark({ params: { entry: entry!.id }, body: { isAnswered } })).entry.answered
    const answered = await mark(true)
    expect(answered).toMatchObject({ by: expect.stringMatching(/\w/) })
    expect(await mark(true)).toEqual(answered)
    expect((await list({ state: 'answered' })).entries.map(({ id }) => id)).toContain(entry!.id)
    expect((await list({ state: 'new' })).entries.map(({ id }) => id)).not.toContain(entry!.id)
    expect(await mark(false)).toBeNull()
    expect(code(await staff().staffForms.mark({ params: { entry: crypto.randomUUID() }, body: { isAnswered: true } }))).toBe(
      'page-not-found',
    )
  })

  it('hides what was sent from visitors', async () => {
    expect(code(await visitor().staffForms.list({ query: {} }))).toBe('not-allowed')
  })
}
