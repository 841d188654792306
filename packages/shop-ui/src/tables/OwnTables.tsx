import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { times } from '@playhouse/domain/money'
import type { Result } from '@playhouse/domain/result'
import { type Sitting, sittingStart, type SittingsOffer, tableDeadline } from '@playhouse/domain/sitting'
import { assignTable, isTableOpen, largestParty, tableNoteLength } from '@playhouse/domain/table-order'
import { useFormats, useLocale, useTheatreLanguage, useWords } from '#i18n'
import { Form } from '#form/Form'
import { NumberStepper } from '#form/NumberStepper'
import { RadioCards } from '#form/RadioCards'
import { TextArea } from '#form/TextArea'
import { BuyButton, useApiMutation } from '#mutation'
import { type ApiProblem, ProblemError, sittingsQuery, useAddItem, useBasket, useBrand } from '#server-state'
import { classNames } from '#theme'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice, useProblemWords } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import styles from './Tables.module.css'

export type OwnTablesProps = {
  readonly instance: string
  /** The number of people that is suggested. */
  readonly party: number
  /** The server's time in epoch milliseconds. */
  readonly now: () => number
  readonly onClose: () => void
  /** Runs before the table is added. A problem that it returns is shown, and nothing is added. */
  readonly prepare?: (() => Promise<Result<unknown, ApiProblem>>) | undefined
}

/** Tables of the theatre's own restaurant for a performance as a form; or why none can be booked. */
export function OwnTables({ instance, onClose, ...rest }: OwnTablesProps) {
  const t = useWords('table')
  const { data, error, refetch } = useQuery(sittingsQuery(instance))
  const [added, setAdded] = useState<string>()
  const addedNotice = useRef<HTMLDivElement>(null)
  // The notice replaces the button, which had the focus.
  useEffect(() => {
    if (added !== undefined) addedNotice.current?.focus()
  }, [added])
  if (added !== undefined)
    return (
      <Notice tone="success" title={t('own.added', { name: added })} ref={addedNotice} tabIndex={-1}>
        {t('own.addedText')}
        <NoticeActions>
          <LinkButton to="/checkout/basket" onClick={onClose}>
            {t('own.toBasket')}
          </LinkButton>
        </NoticeActions>
      </Notice>
    )
  if (data?.sittings.length === 0) return <Notice title={t('own.none')} />
  if (data) return <SittingForm {...rest} offer={data} onAdded={setAdded} onOutdated={refetch} />
  if (error instanceof ProblemError) return <ProblemNotice problem={error.problem} onRetry={() => void refetch()} />
  return (
    <Loading>
      <SkeletonBlock height={12} />
    </Loading>
  )
}

type SittingFormProps = Pick<OwnTablesProps, 'party' | 'now' | 'prepare'> & {
  readonly offer: SittingsOffer
  /** Called with the name of the restaurant when the table is in the basket. */
  readonly onAdded: (name: string) => void
  /** Called when the server refused the table: it may be gone. */
  readonly onOutdated: () => unknown
}

/** Chooses a sitting and the number of people, and holds a table with the basket. It starts with the table that the basket holds. */
function SittingForm({ offer, party: suggested, now, prepare, onAdded, onOutdated }: SittingFormProps) {
  const t = useWords('table')
  const formats = useFormats()
  const { money } = formats
  const problemText = useProblemWords()
  const nameOf = useRestaurantText()
  const id = useId()
  const add = useAddItem()
  const mutation = useApiMutation()
  const { items } = useBasket()
  const { instance, startsAt, timeZone } = offer.performance
  const heldAt = (sitting: string) =>
    items.find((item) => item.kind === 'table' && item.detail.sitting === sitting && item.detail.performance.instance === instance)
  const isOpen = (sitting: Sitting): boolean => now() < tableDeadline(startsAt, sitting)
  const canBook = (sitting: Sitting): boolean => isTableOpen(startsAt, sitting, now())
  const first = offer.sittings.find(({ sitting }) => heldAt(sitting)) ?? offer.sittings.find(canBook)
  const [chosen, setChosen] = useState(first?.sitting)
  const held = chosen === undefined ? undefined : heldAt(chosen)
  const heldNote = held?.kind === 'table' ? held.detail.note : ''
  const [typedParty, setParty] = useState<number>()
  const [typedNote, setNote] = useState<string>()
  const sitting = offer.sittings.find((each) => each.sitting === chosen) ?? first
  const isBookedOut = !offer.sittings.some(canBook)
  const most = Math.max(1, ...offer.sittings.map(largestParty))
  const party = Math.min(most, typedParty ?? held?.quantity ?? suggested)
  const note = typedNote ?? heldNote
  const assigned = sitting && assignTable(sitting, nameOf(sitting).name, party)
  const fault = assigned && !assigned.ok ? problemText(assigned.error) : undefined

  const isRefused = mutation.problem !== undefined
  const fullNotice = useRef<HTMLDivElement>(null)
  // The notice replaces the button, which had the focus.
  useEffect(() => {
    if (isRefused && isBookedOut) fullNotice.current?.focus()
  }, [isRefused, isBookedOut])

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!sitting || fault) return
    const { name } = nameOf(sitting)
    const body = { kind: 'table' as const, instance, sitting: sitting.sitting, party, note }
    const send = async () => {
      const prepared = await prepare?.()
      return prepared && !prepared.ok ? prepared : add.mutateAsync({ body })
    }
    const result = await mutation.send(send, { message: t('own.added', { name }) })
    if (result.ok) onAdded(name)
    else await onOutdated()
  }
  const at = (instant: number): { startsAt: string; timeZone: string } => ({ startsAt: new Date(instant).toISOString(), timeZone })

  if (isBookedOut)
    return (
      <>
        {mutation.problem && <ProblemNotice problem={mutation.problem} />}
        {offer.sittings.some(isOpen) ? (
          <Notice title={t('own.full')} ref={fullNotice} tabIndex={-1}>
            {t('own.fullText')}
          </Notice>
        ) : (
          <Notice title={t('own.closed')} ref={fullNotice} tabIndex={-1}>
            {t('own.closedText')}
          </Notice>
        )}
      </>
    )
  return (
    <Form className={classNames(styles.fields)} onSubmit={(event) => void submit(event)}>
      <RadioCards
        name={`${id}-sitting`}
        label={t('own.sitting')}
        value={sitting?.sitting ?? null}
        onChange={setChosen}
        cards={offer.sittings.map((each) => {
          const start = sittingStart(startsAt, each)
          const { name, summary, access, lang } = nameOf(each)
          const until = formats.when(at(tableDeadline(startsAt, each)))
          const times = { from: formats.time(at(start)), to: formats.time(at(start + each.minutes * 60_000)) }
          const price = each.price === 0 ? t('own.free') : t('own.perPerson', { amount: money(each.price) })
          return {
            value: each.sitting,
            label: t('own.at', times),
            hint: (
              <>
                <span lang={lang}>
                  {[name, summary].filter((text) => text !== '').join('. ')}
                  {access !== '' && (
                    <>
                      <br />
                      {access}
                    </>
                  )}
                </span>
                <br />
                {t('own.until', { when: until })}
              </>
            ),
            detail: canBook(each) ? price : t(isOpen(each) ? 'own.full' : 'own.closed'),
            disabled: !canBook(each),
          }
        })}
      />
      <NumberStepper
        name={`${id}-party`}
        label={t('party')}
        value={party}
        onChange={setParty}
        minimum={1}
        maximum={most}
        error={fault && `${fault.title}. ${fault.detail}`}
      />
      <TextArea
        name={`${id}-note`}
        label={t('own.note')}
        hint={t('own.noteHint')}
        optional
        value={note}
        onChange={setNote}
        maxLength={tableNoteLength}
      />
      {mutation.problem && <ProblemNotice problem={mutation.problem} />}
      {sitting && (
        <p className={styles.total}>
          {sitting.price === 0 ? t('own.totalFree') : t('own.total', { amount: money(times(sitting.price, party)) })}
        </p>
      )}
      <BuyButton type="submit" look="primary" isPending={mutation.isPending} isDisabled={fault !== undefined}>
        {t(held ? 'own.change' : 'own.add')}
      </BuyButton>
    </Form>
  )
}

type RestaurantText = Pick<Sitting['restaurant'], 'name' | 'summary' | 'access'> & { readonly lang?: string }

/** Returns the texts of a sitting's restaurant: translated, else in the theatre's language with its tag. */
function useRestaurantText(): (sitting: Sitting) => RestaurantText {
  const locale = useLocale()
  const lang = useTheatreLanguage(useBrand().defaultLocale)
  return ({ restaurant: { name, summary, access, translations } }) =>
    translations[locale] ?? { name, summary, access, ...(lang !== undefined && { lang }) }
}
