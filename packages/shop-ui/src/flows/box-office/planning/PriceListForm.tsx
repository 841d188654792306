import { type FormEvent, type ReactNode, useState } from 'react'
import type { PlannedPriceList } from '@playhouse/api-client/contract'
import { bands } from '@playhouse/domain/pricing'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { planningRules } from './field-fault.ts'
import { OptionField } from './OptionField.tsx'
import { bandsOf, type CellFault, cellFaultOf, type CellPart, cellKey, editOfDraft, type PriceDraft } from './price-draft.ts'
import { PriceGrid } from './PriceGrid.tsx'
import { PriceTypeFields } from './PriceTypeFields.tsx'
import { useFieldError } from './useFieldError.ts'
import type { PlanningMutation } from './usePlanningMutation.ts'

type Props = {
  readonly draft: PriceDraft
  readonly onChange: (draft: PriceDraft) => void
  readonly base: PlannedPriceList
  /** Keys of cells that are no prices, and of rules that are none. */
  readonly faults: readonly string[]
  readonly reason: string
  readonly onReason: (reason: string) => void
  readonly mutation: PlanningMutation
  readonly onPreview: () => void
  readonly isReadOnly: boolean
  /** Below the grid. */
  readonly children?: ReactNode
}
/** Name, price types and prices of a price list. */
export function PriceListForm({ draft, onChange, base, faults, reason, onReason, mutation, onPreview, isReadOnly, children }: Props) {
  const t = useWords('planning')
  const { errorOf } = useFieldError()
  const [part, setPart] = useState<CellPart>('price')
  const invalid = mutation.problem?.code === 'invalid-input' ? mutation.problem.params.fields : []
  const { form, reject } = useInvalidFocus(mutation.problem)
  const isNameInvalid = invalid.some((field) => field.endsWith('edit.name'))
  const areTypesInvalid = invalid.some((field) => field.includes('priceTypes'))
  const areNamesInvalid = isNameInvalid || areTypesInvalid || faults.some((fault) => fault.startsWith('rule.'))
  /** Open from the first refusal on: typing does not close the section around the field. */
  const [isOpened, setOpened] = useState(false)
  if (areNamesInvalid && !isOpened) setOpened(true)
  const rows = bandsOf(base)
  const all = bands.flatMap((band) => draft.types.map(({ id }) => ({ band, type: id, key: cellKey(band, id) })))
  const cellFaults = new Map<string, CellFault>()
  for (const { band, type, key } of all) {
    const isUnpriced = invalid.includes(`prices.${band}`)
    const isRefused = invalid.some((field) => field === `prices.${key}` || field.includes(`edit.prices.${key}`))
    if (!faults.includes(key) && !isUnpriced && !isRefused) continue
    cellFaults.set(key, cellFaultOf(draft, band, type) ?? { part: 'price', kind: isUnpriced ? 'unpriced' : 'price' })
  }
  // A refusal names cells of one part, which may not be the one on show.
  const [shownFor, setShownFor] = useState(mutation.problem)
  if (mutation.problem !== shownFor) {
    setShownFor(mutation.problem)
    const parts = [...cellFaults.values()].map((fault) => fault.part)
    if (parts[0] && !parts.includes(part)) setPart(parts[0])
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (editOfDraft(draft).faults.length > 0) {
      const parts = all.flatMap(({ band, type }) => cellFaultOf(draft, band, type)?.part ?? [])
      if (parts[0] && !parts.includes(part)) setPart(parts[0])
      reject()
    }
    onPreview()
  }
  return (
    <form ref={form} className={styles['stack']} onSubmit={submit} aria-label={t('prices.title')}>
      {!isReadOnly && (
        <Disclosure key={String(isOpened)} label={t('prices.names')} isInitiallyOpen={isOpened}>
          <div className={styles['stack']}>
            <TextField
              name="price-list-name"
              label={t('prices.name')}
              maxLength={80}
              value={draft.name}
              onChange={(name) => onChange({ ...draft, name })}
              error={isNameInvalid ? errorOf(planningRules.name, draft.name) : undefined}
            />
            <PriceTypeFields draft={draft} onChange={onChange} isInvalid={areTypesInvalid} faults={faults} />
          </div>
        </Disclosure>
      )}
      <OptionField<CellPart>
        name="price-part"
        label={t('prices.show')}
        value={part}
        onChange={setPart}
        options={(['price', 'fee'] as const).map((value) => ({ value, label: t(`prices.part.${value}`) }))}
      />
      <PriceGrid {...{ draft, onChange, rows, part, isReadOnly, seats: base.seats, faults: cellFaults }} />
      {children}
      {!isReadOnly && (
        <>
          <TextField name="price-reason" label={t('bulk.reason')} optional maxLength={500} value={reason} onChange={onReason} />
          <Button type="submit" isPending={mutation.isPending}>
            {t('bulk.preview')}
          </Button>
        </>
      )}
    </form>
  )
}
