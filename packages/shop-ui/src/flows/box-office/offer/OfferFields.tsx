import { useQuery } from '@tanstack/react-query'
import { maxOfferNameLength } from '@playhouse/domain/offer-name'
import { type Band, bands, type PriceType } from '@playhouse/domain/pricing'
import { localeNames, useWords } from '#i18n'
import { useBrand } from '#server-state'
import { Checkbox } from '#form/Checkbox'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextArea } from '#form/TextArea'
import { TextField } from '#form/TextField'
import { Disclosure } from '#ui/Disclosure'
import styles from '../BoxOffice.module.css'
import { OptionField } from '../planning/OptionField.tsx'
import { productionsQuery } from '../planning/planning-queries.ts'
import { CodeFields } from './CodeFields.tsx'
import { type EffectKind, effectKinds, type OfferDraft } from './offer-draft.ts'

type Props = {
  readonly draft: OfferDraft
  readonly onChange: (draft: OfferDraft) => void
  /** Whether the server refused a field of the offer, such as `rule.discount.percent`. */
  readonly isRefused: (field: string) => boolean
  readonly priceTypes: readonly Pick<PriceType, 'id' | 'name' | 'kind'>[]
}

/** The fields of an offer: what it does, when and how often, and for which tickets. */
export function OfferFields({ draft, onChange, isRefused, priceTypes }: Props) {
  const t = useWords('offer')
  const planning = useWords('planning')
  const { memberships: levels } = useBrand()
  const productions = useQuery(productionsQuery).data ?? []
  const set = (fields: Partial<OfferDraft>): void => onChange({ ...draft, ...fields })
  const errorOf = (field: string, text = t('fault')): string | undefined => (isRefused(field) ? text : undefined)
  const openable = priceTypes.filter(({ kind }) => kind === 'promo')
  /** A text field of the draft. */
  const field = (
    name: Exclude<keyof OfferDraft, 'names' | 'codes'>,
    path: string,
    options: Partial<Parameters<typeof TextField>[0]> = {},
  ) => (
    <TextField
      name={`offer-${name}`}
      label={t(`field.${name}`)}
      value={draft[name] as string}
      onChange={(value) => set({ [name]: value })}
      error={errorOf(path)}
      {...options}
    />
  )
  const { kind } = draft
  return (
    <>
      {field('name', 'name', { maxLength: maxOfferNameLength, hint: t('hint.name') })}
      <NameFields draft={draft} onChange={onChange} error={errorOf('names')} />
      <Checkbox
        name="offer-automatic"
        value={draft.automatic}
        onChange={(automatic) => set({ automatic })}
        hint={t('hint.automatic')}
        error={
          errorOf('rule.automatic', t('automaticFault')) ?? (draft.automatic ? errorOf('codes', t('named.automaticFault')) : undefined)
        }
      >
        {t('field.automatic')}
      </Checkbox>
      <Checkbox
        name="offer-single-use"
        value={draft.singleUse}
        onChange={(singleUse) => set({ singleUse })}
        hint={t('hint.singleUse')}
        error={errorOf('rule.singleUse', t('singleUseFault'))}
      >
        {t('field.singleUse')}
      </Checkbox>
      <OptionField<EffectKind>
        name="offer-kind"
        label={t('field.kind')}
        value={kind}
        onChange={(next) => set({ kind: next })}
        options={effectKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        error={kind === 'none' ? errorOf('rule.discount', t('noEffect')) : undefined}
      />
      {kind === 'percent' && field('percent', 'rule.discount', { inputMode: 'numeric' })}
      {kind === 'amount' && field('amount', 'rule.discount', { inputMode: 'decimal' })}
      {kind === 'price' && field('price', 'rule.discount', { inputMode: 'decimal' })}
      {kind === 'multi-buy' && (
        <>
          {field('buy', 'rule.discount.buy', { inputMode: 'numeric' })}
          {field('free', 'rule.discount.free', { inputMode: 'numeric', hint: t('hint.free') })}
        </>
      )}
      <Checkbox name="offer-priority" value={draft.opensPriority} onChange={(opensPriority) => set({ opensPriority })}>
        {t('field.opensPriority')}
      </Checkbox>
      {openable.length > 0 && (
        <CheckboxGroup
          name="offer-opens"
          label={t('field.opensPriceTypes')}
          optional
          value={draft.opensPriceTypes}
          onChange={(opensPriceTypes) => set({ opensPriceTypes })}
          boxes={openable.map(({ id, name }) => ({ value: id, label: name }))}
          error={errorOf('rule.opensPriceTypes')}
        />
      )}
      <h3>{t('when')}</h3>
      <p>{t('whenLead')}</p>
      {field('startDay', 'startsAt', { type: 'date', optional: true })}
      {field('startTime', 'startsAt', { optional: true, hint: planning('bulk.timeHint') })}
      {field('endDay', 'endsAt', { type: 'date', optional: true, error: errorOf('endsAt', t('endFault')) })}
      {field('endTime', 'endsAt', { optional: true, hint: planning('bulk.timeHint'), error: errorOf('endsAt', t('endFault')) })}
      {field('maxUses', 'maxUses', { optional: true, inputMode: 'numeric', error: errorOf('maxUses', t('usesFault')) })}
      {field('usesPerCustomer', 'usesPerCustomer', {
        ...{ optional: true, inputMode: 'numeric' },
        error: errorOf('usesPerCustomer', draft.automatic ? t('perCustomerFault') : t('fault')),
      })}
      {field('mostTickets', 'rule.mostTickets', { optional: true, inputMode: 'numeric', hint: t('hint.mostTickets') })}
      {field('mostPerPerformance', 'rule.mostPerPerformance', {
        ...{ optional: true, inputMode: 'numeric', hint: t('hint.mostPerPerformance') },
        error: errorOf('rule.mostPerPerformance', kind === 'multi-buy' ? t('perPerformanceFault') : t('fault')),
      })}
      <CodeFields codes={draft.codes} onChange={(codes) => set({ codes })} isRefused={isRefused} />
      <h3>{t('which')}</h3>
      <p>{t('whichLead')}</p>
      <Disclosure label={t('field.productions')} level={4}>
        <CheckboxGroup
          name="offer-productions"
          label={t('field.productions')}
          optional
          value={draft.productions}
          onChange={(chosen) => set({ productions: chosen })}
          boxes={productions.map(({ id, title }) => ({ value: id, label: title }))}
          error={errorOf('rule.productions')}
        />
      </Disclosure>
      <TextArea
        name="offer-performances"
        label={t('field.performances')}
        hint={t('hint.performances')}
        maxLength={4000}
        optional
        value={draft.performances}
        onChange={(performances) => set({ performances })}
        error={errorOf('rule.performances', t('performancesFault'))}
      />
      {field('from', 'rule.from', { type: 'date', optional: true })}
      {field('until', 'rule.until', { type: 'date', optional: true })}
      {field('daysBefore', 'rule.daysBefore', { optional: true, inputMode: 'numeric', hint: t('hint.daysBefore') })}
      {levels.length > 0 && (
        <CheckboxGroup
          name="offer-memberships"
          label={t('field.memberships')}
          hint={t('hint.memberships')}
          optional
          value={draft.memberships}
          onChange={(memberships) => set({ memberships })}
          boxes={levels.map(({ id, name }) => ({ value: id, label: name }))}
          error={errorOf('rule.memberships')}
        />
      )}
      <CheckboxGroup
        name="offer-types"
        label={t('field.priceTypes')}
        optional
        value={draft.priceTypes}
        onChange={(chosen) => set({ priceTypes: chosen })}
        boxes={priceTypes.map(({ id, name }) => ({ value: id, label: name }))}
        error={errorOf('rule.priceTypes')}
      />
      <CheckboxGroup
        name="offer-bands"
        label={t('field.bands')}
        optional
        value={draft.bands}
        onChange={(chosen) => set({ bands: bands.filter((band) => chosen.includes(band)) as Band[] })}
        boxes={bands.map((band) => ({ value: band, label: planning(`band.${band}`) }))}
        error={errorOf('rule.bands')}
      />
    </>
  )
}

type NameProps = Pick<Props, 'draft' | 'onChange'> & { readonly error: string | undefined }

/** The name in the other languages of the shop. */
function NameFields({ draft, onChange, error }: NameProps) {
  const t = useWords('offer')
  const { locales, defaultLocale } = useBrand()
  const others = locales.filter((locale) => locale !== defaultLocale)
  if (others.length === 0) return null
  return (
    <Disclosure label={t('field.names')} level={3}>
      <div className={styles['stack']}>
        <p>{t('hint.names')}</p>
        {others.map((locale) => (
          <TextField
            key={locale}
            name={`offer-name-${locale}`}
            label={localeNames[locale]}
            optional
            maxLength={maxOfferNameLength}
            value={draft.names[locale] ?? ''}
            onChange={(text) => onChange({ ...draft, names: { ...draft.names, [locale]: text } })}
            error={error}
          />
        ))}
      </div>
    </Disclosure>
  )
}
