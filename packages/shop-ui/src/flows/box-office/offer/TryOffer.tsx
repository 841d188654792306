import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { contract, PlannedOffer, ReplyOf } from '@playhouse/api-client/contract'
import { type Band, bands, type PriceType } from '@playhouse/domain/pricing'
import { useFormats, useWords } from '#i18n'
import { api, useBrand } from '#server-state'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { OptionField } from '../planning/OptionField.tsx'
import { plannedProductionQuery, productionsQuery } from '../planning/planning-queries.ts'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { typedNumber } from '../planning/typed-number.ts'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useWallClock } from '../planning/wall-clock.ts'
import { useInvalidFocus } from '../useInvalidFocus.ts'

type Props = { readonly offer: PlannedOffer; readonly priceTypes: readonly Pick<PriceType, 'id' | 'name'>[] }
type Trial = ReplyOf<typeof contract.offers.test>

/** Tries the saved offer on tickets at a moment: what each would cost, or why it gets no discount. */
export function TryOffer({ offer: { id, offer }, priceTypes }: Props) {
  const t = useWords('offer')
  const planning = useWords('planning')
  const { dateAndTime } = useWallClock()
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const productions = useQuery(productionsQuery).data ?? []
  const [event, setEvent] = useState('')
  const production = productions.find((each) => each.id === event)?.id ?? productions.find(({ performances }) => performances > 0)?.id ?? ''
  const performances = useQuery({ ...plannedProductionQuery(production), enabled: production !== '' }).data?.performances ?? []
  const [instance, setInstance] = useState('')
  const performance = performances.find((each) => each.id === instance)?.id ?? performances[0]?.id ?? ''
  const [band, setBand] = useState<Band>('a')
  const [priceType, setPriceType] = useState(priceTypes[0]?.id ?? '')
  const [quantity, setQuantity] = useState('2')
  const { memberships: levels } = useBrand()
  const [memberships, setMemberships] = useState<readonly string[]>([])
  const [day, setDay] = useState('')
  const [time, setTime] = useState('')
  const [code, setCode] = useState('')
  const [trial, setTrial] = useState<Trial>()
  const fields = problem?.code === 'invalid-input' ? problem.params.fields : []
  const errorOf = (path: string, text = t('fault')): string | undefined => (fields.some((field) => field.endsWith(path)) ? text : undefined)
  const submit = (submitted: FormEvent): void => {
    submitted.preventDefault()
    const at = day === '' && time === '' ? null : `${day}T${time}`
    const typedCode = code.trim() !== '' && { code }
    const tickets = [{ performance, band, priceType, quantity: typedNumber(quantity) }]
    void mutation.send(
      () => api.offers.test({ params: { offer: id }, body: { at, memberships: [...memberships], ...typedCode, tickets } }),
      {
        onSuccess: (result) => setTrial(result),
      },
    )
  }
  return (
    <section className={styles['panel']} aria-labelledby="try-offer">
      <h2 id="try-offer">{t('try.title')}</h2>
      <p>{t('try.lead')}</p>
      <PlanningOutcome mutation={mutation} />
      <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="try-offer">
        <OptionField
          name="try-production"
          label={t('try.production')}
          value={production}
          onChange={setEvent}
          options={productions.map((each) => ({ value: each.id, label: each.title }))}
        />
        <OptionField
          name="try-performance"
          label={t('try.performance')}
          value={performance}
          onChange={setInstance}
          options={performances.map((each) => ({ value: each.id, label: dateAndTime(each.startsAt) }))}
          error={errorOf('.performance', t('try.notOnSale'))}
        />
        <OptionField<Band>
          name="try-band"
          label={t('try.band')}
          value={band}
          onChange={setBand}
          options={bands.map((value) => ({ value, label: planning(`band.${value}`) }))}
        />
        <OptionField
          name="try-type"
          label={t('try.priceType')}
          value={priceType}
          onChange={setPriceType}
          options={priceTypes.map((type) => ({ value: type.id, label: type.name }))}
          error={errorOf('.priceType', t('try.notSold'))}
        />
        <TextField
          name="try-quantity"
          label={t('try.quantity')}
          inputMode="numeric"
          value={quantity}
          onChange={setQuantity}
          error={errorOf('.quantity')}
        />
        <TextField
          name="try-day"
          label={t('try.day')}
          hint={t('try.dayHint')}
          optional
          type="date"
          value={day}
          onChange={setDay}
          error={errorOf('at')}
        />
        <TextField name="try-time" label={t('try.time')} optional value={time} onChange={setTime} error={errorOf('at')} />
        {!offer.rule.automatic && (
          <TextField
            name="try-code"
            label={t('codes.code')}
            hint={t('try.codeHint')}
            optional
            maxLength={60}
            value={code}
            onChange={setCode}
            error={fields.includes('code') ? t('try.codeFault') : undefined}
          />
        )}
        {levels.length > 0 && (
          <CheckboxGroup
            name="try-memberships"
            label={t('try.memberships')}
            optional
            value={memberships}
            onChange={setMemberships}
            boxes={levels.map((level) => ({ value: level.id, label: level.name }))}
          />
        )}
        <Button type="submit" isPending={mutation.isPending}>
          {t('try.submit')}
        </Button>
      </form>
      <div role="status">{trial && <Outcome trial={trial} code={id} />}</div>
    </section>
  )
}

function Outcome({ trial, code }: { readonly trial: Trial; readonly code: string }) {
  const t = useWords('offer')
  const { money } = useFormats()
  const { state, code: typed, tickets, subtotal, discount, together } = trial
  const hasOthers = together.tickets.some((ticket) => ticket.code !== null && ticket.code !== code)
  return (
    <>
      <h3>{t('try.outcome', { discount: money(discount), subtotal: money(subtotal) })}</h3>
      {typed && (
        <p>
          {t('try.with', {
            code: typed.label === undefined ? typed.code : t('entry', { code: typed.code, name: typed.label }),
            state: t(typed.state === 'withdrawn' ? 'codes.states.withdrawn' : `states.${typed.state}`),
          })}
        </p>
      )}
      {state !== 'active' && <p>{t(`states.${state}`)}</p>}
      <ol className={styles['their']}>
        {tickets.map(({ price, off, reason }, nth) => (
          <li key={nth}>
            {reason === null
              ? t('try.off', { price: money(price), off: money(off) })
              : t('try.kept', { price: money(price), reason: t(`reason.${reason}`) })}
          </li>
        ))}
      </ol>
      {hasOthers && (
        <>
          <h3>{t('try.together', { discount: money(together.discount), subtotal: money(subtotal) })}</h3>
          <ol className={styles['their']}>
            {together.tickets.map((ticket, nth) => (
              <li key={nth}>
                {ticket.code === null
                  ? t('try.none', { price: money(tickets[nth]!.price) })
                  : t('try.taken', { price: money(tickets[nth]!.price), code: ticket.code, off: money(ticket.off) })}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}
