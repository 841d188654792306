import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { contract, PlannedPriceList, ReplyOf } from '@playhouse/api-client/contract'
import { expandRuns, type Plan, readPlan, toRuns } from '@playhouse/domain/plan'
import { bandsWithoutPrice } from '@playhouse/domain/missing'
import { grossPotential, seatsByBand } from '@playhouse/domain/price-list-plan'
import { isPublicPriceType, type Band, bands } from '@playhouse/domain/pricing'
import { usualPrice } from '@playhouse/domain/price-type'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { OptionField } from '../planning/OptionField.tsx'
import { plannedPriceListQuery, planQuery, priceBandsQuery, refreshProgramme } from '../planning/planning-queries.ts'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { PreviewPanel } from '../planning/PreviewPanel.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useUnsavedGuard } from '../planning/useUnsavedGuard.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { type Brush, brushes, mergePaintings, paint, type Painting, seatsUnder, undoStep } from './painting.ts'
import type { PlanMapView } from './plan-map.ts'
import { RowValues } from './RowValues.tsx'

type Preview = ReplyOf<typeof contract.priceLists.previewBands>
type Current = { readonly list: PlannedPriceList; readonly plan: Plan; readonly version: number; readonly bandOf: Uint8Array }

/** The bands of a price list, painted on the map of its plan. */
export function BandsPage({ PlanMap }: { readonly PlanMap: PlanMapView }) {
  const t = useWords('hall')
  const { list: id = '' } = useParams()
  const list = useQuery(plannedPriceListQuery(id))
  const painted = useQuery(priceBandsQuery(id))
  const place = list.data && painted.data ? { hall: list.data.hall, version: painted.data.planVersion } : undefined
  const drawn = useQuery({ ...planQuery(place?.hall ?? '', place?.version ?? ''), enabled: place !== undefined })
  const plan = useMemo(() => drawn.data && readPlan(drawn.data), [drawn.data])
  const bandOf = useMemo(
    () => plan && painted.data && expandRuns(painted.data.seatBands, new Uint8Array(plan.seatCount)),
    [plan, painted.data],
  )
  return (
    <Page>
      <PageHeading>{t('paint.title')}</PageHeading>
      <p>
        <Link to={`/smart/prices/${id}`}>{list.data?.name ?? id}</Link>
      </p>
      <QueryStatus query={list.error ? list : painted.error ? painted : drawn} height={20} />
      {list.data && plan && painted.data && bandOf && (
        <Bands key={id} current={{ list: list.data, plan, version: painted.data.version, bandOf }} PlanMap={PlanMap} />
      )}
    </Page>
  )
}

function Bands({ current, PlanMap }: { readonly current: Current; readonly PlanMap: PlanMapView }) {
  const t = useWords('hall')
  const words = useWords('planning')
  const { money } = useFormats()
  const { role } = useCounterState().clerk
  const isEditor = isStaffAllowed(role, 'edit-prices')
  const mutation = usePlanningMutation()
  /** What was read when the painting began; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [painting, setPainting] = useState<Painting>({ bandOf: current.bandOf, earlier: [] })
  const { list, plan } = current
  const [band, setBand] = useState<Band>(list.seats[0]?.band ?? 'a')
  const [brush, setBrush] = useState<Brush>('seat')
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<Preview>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { bandOf, earlier } = painting
  const { question } = useUnsavedGuard(earlier.length > 0 || reason !== '')
  const seatBands = useMemo(() => toRuns(bandOf), [bandOf])
  const seats = seatsByBand(seatBands)
  const unpriced = bandsWithoutPrice({ prices: list.prices, seatBands }) as Band[]
  const open = list.priceTypes.filter(isPublicPriceType)
  const countOf = (name: Band): number => seats.find((each) => each.band === name)?.seats ?? 0
  const labelOf = (name: Band): string => {
    const price = usualPrice(list, open, name)
    const params = {
      band: words(`band.${name}`),
      seats: t('seats', { count: countOf(name) }),
      price: price === undefined ? '' : money(price),
    }
    return t(price === undefined ? 'paint.bandUnpriced' : 'paint.band', params)
  }
  const change = (next: Painting): void => {
    setPainting(next)
    setPreview(undefined)
  }
  const paintSeats = (reached: readonly number[], name: Band): void => {
    change(paint(painting, reached, name))
    announce(t('paint.done', { count: reached.length, band: words(`band.${name}`) }))
  }
  const params = { priceList: list.id }
  const body = { version: base.version, painting: { seatBands }, ...(reason.trim() !== '' && { reason }) }
  const showPreview = (): void =>
    void mutation.send(() => api.priceLists.previewBands({ params, body }), {
      onSuccess: setPreview,
      message: ({ changed }) => t('paint.previewed', { count: changed }),
    })
  const save = (): void =>
    void mutation.send(() => api.priceLists.paintBands({ params, body }), {
      onSuccess: async ({ priceList }) => {
        setBase({ ...base, version: priceList.version, bandOf })
        setPainting({ bandOf, earlier: [] })
        setPreview(undefined)
        setReason('')
        await refreshProgramme()
      },
      message: t('paint.saved'),
      focus: heading,
    })
  const takeOver = (): void => {
    change({ bandOf: mergePaintings(base.bandOf, bandOf, current.bandOf), earlier: [...earlier, bandOf] })
    setBase(current)
    mutation.dismiss()
  }
  return (
    <>
      {question}
      <h2 ref={heading} tabIndex={-1}>
        {words('prices.inHall', { name: list.name, hall: list.hallName })}
      </h2>
      {isEditor && <p>{t('paint.lead')}</p>}
      {mutation.problem?.code === 'invalid-input' ? (
        <Notice tone="error" role="alert" title={t('paint.refused')} />
      ) : (
        <PlanningOutcome mutation={mutation} changed={<Button onPress={takeOver}>{words('changed.takeOver')}</Button>} />
      )}
      {isEditor && (
        <div className={styles['inline']}>
          <OptionField
            name="paint-band"
            label={t('paint.with')}
            value={band}
            onChange={setBand}
            options={bands.map((name) => ({ value: name, label: labelOf(name) }))}
          />
          <OptionField
            name="paint-brush"
            label={t('paint.brush')}
            value={brush}
            onChange={setBrush}
            options={brushes.map((each) => ({ value: each, label: t(`paint.brushes.${each}`) }))}
          />
          <Button isDisabled={earlier.length === 0} onPress={() => change(undoStep(painting))}>
            {t('paint.undo')}
          </Button>
        </div>
      )}
      {unpriced.length > 0 && (
        <Notice tone="warning" title={t('paint.unpriced')}>
          <ul>
            {unpriced.map((name) => (
              <li key={name}>{t('bandOf', { band: words(`band.${name}`), seats: t('seats', { count: countOf(name) }) })}</li>
            ))}
          </ul>
        </Notice>
      )}
      <PlanMap
        plan={plan}
        bandOf={bandOf}
        names={seats.map(({ band: name }) => ({ band: name, name: words(`band.${name}`), inKey: labelOf(name) }))}
        {...(isEditor && { onSeats: (hit) => paintSeats(seatsUnder(plan, hit, brush), band) })}
      />
      <RowValues
        plan={plan}
        title={t('paint.rows')}
        column={t('paint.bandColumn')}
        labelOf={(part) => t('paint.bandOfPart', { part })}
        values={bands.map((name) => ({ value: name, label: words(`band.${name}`) }))}
        seatValue={(seat) => bands[bandOf[seat]!]}
        {...(isEditor && { onPaint: (reached, name) => paintSeats(reached, name as Band) })}
      />
      <p>{words('prices.gross', { amount: money(grossPotential(list, seats)) })}</p>
      {isEditor && (
        <div className={styles['form']}>
          <TextField name="paint-reason" label={words('bulk.reason')} optional maxLength={500} value={reason} onChange={setReason} />
          <Button isPending={mutation.isPending} onPress={showPreview}>
            {words('bulk.preview')}
          </Button>
        </div>
      )}
      {preview && (
        <PreviewPanel name="paint" preview={preview}>
          <p>{t('paint.changed', { count: preview.changed })}</p>
          <p>{words('prices.grossChange', { before: money(preview.grossBefore), after: money(preview.grossAfter) })}</p>
          <p>{words('prices.kept', { count: preview.performances.reduce((sum, each) => sum + each.tickets + each.inBaskets, 0) })}</p>
          <Button look="primary" isPending={mutation.isPending} isDisabled={preview.changed === 0} onPress={save}>
            {t('paint.apply')}
          </Button>
        </PreviewPanel>
      )}
    </>
  )
}
