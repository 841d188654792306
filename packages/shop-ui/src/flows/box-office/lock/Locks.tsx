import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { PaintedPerformance, PlannedLocks } from '@playhouse/api-client/contract'
import type { Plan } from '@playhouse/domain/plan'
import type { SeatLock } from '@playhouse/domain/seat-lock'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { CheckboxGroup } from '#form/CheckboxGroup'
import { TextField } from '#form/TextField'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { announce } from '#ui/announce'
import { Button } from '#ui/Button'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { type Brush, brushes, seatsUnder } from '../hall/painting.ts'
import type { PlanMapView } from '../hall/plan-map.ts'
import { RowValues } from '../hall/RowValues.tsx'
import { OptionField } from '../planning/OptionField.tsx'
import { plannedProductionQuery, refreshProgramme } from '../planning/planning-queries.ts'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { useUnsavedGuard } from '../planning/useUnsavedGuard.tsx'
import { useWallClock, wallClockIn } from '../planning/wall-clock.ts'
import { firstDraft, lockOf } from './lock-draft.ts'
import { LockFields } from './LockFields.tsx'
import { LockList } from './LockList.tsx'
import { LockPreview } from './LockPreview.tsx'
import {
  drawnBandOf,
  drawnBands,
  isSameLock,
  locksAfter,
  locksInUse,
  type LockStep,
  paintingOf,
  savedLocks,
  withStep,
} from './painted-locks.ts'
import { useLockText } from './useLockText.ts'

type Props = { readonly current: PlannedLocks; readonly plan: Plan; readonly PlanMap: PlanMapView }

/** The form that paints locks. Nothing is saved before the preview. */
export function Locks({ current, plan, PlanMap }: Props) {
  const t = useWords('lock')
  const hall = useWords('hall')
  const words = useWords('planning')
  const kinds = useWords('box-office')
  const textOf = useLockText(current.agents)
  const { role } = useCounterState().clerk
  const isEditor = isStaffAllowed(role, 'lock-seats')
  const mutation = usePlanningMutation()
  /** What was read when the painting began; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [steps, setSteps] = useState<readonly LockStep[]>([])
  const [draft, setDraft] = useState(firstDraft)
  const [brush, setBrush] = useState<Brush>('seat')
  const [also, setAlso] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const [preview, setPreview] = useState<readonly PaintedPerformance[]>()
  const heading = useRef<HTMLHeadingElement>(null)
  const saved = useMemo(() => savedLocks(plan, base), [plan, base])
  const painted = useMemo(() => locksAfter(saved, steps), [saved, steps])
  const drawn = useMemo(() => drawnBandOf(plan, painted), [plan, painted])
  const taken = useMemo(() => current.taken.map((seat) => plan.indexOf(seat)!), [plan, current])
  const takenSet = useMemo(() => new Set(taken), [taken])
  const painting = paintingOf(plan, saved, painted)
  const names = useMemo(
    () =>
      drawnBands.map(({ band, type }, nth) => ({
        band,
        name: type ? kinds(`holdKind.${type}`) : t('onSale'),
        // Numbers, because letters of bands would be read as prices. Seats on sale have none.
        sign: type ? String(nth) : '',
      })),
    [kinds, t],
  )
  const { question } = useUnsavedGuard(painting.length > 0 || reason !== '')
  const agents = current.agents.filter(({ isWithdrawn }) => !isWithdrawn)
  const lock = lockOf(draft, agents[0]?.id)
  const change = (next: readonly LockStep[]): void => {
    setSteps(next)
    setPreview(undefined)
  }
  const paint = (seats: readonly number[], wanted: SeatLock | null): void => {
    const next = withStep(saved, steps, { lock: wanted, seats }, takenSet)
    change(next)
    const count = next === steps ? 0 : next.at(-1)!.seats.length
    announce(t('done', { count, lock: textOf(wanted) }))
  }
  const params = { instance: current.instance }
  const body = { version: base.version, painting, also: [...also], ...(reason.trim() !== '' && { reason }) }
  const showPreview = (): void =>
    void mutation.send(() => api.seatLocks.preview({ params, body }), {
      onSuccess: ({ performances }) => setPreview(performances),
      message: t('previewed'),
    })
  const save = (): void =>
    void mutation.send(() => api.seatLocks.paint({ params, body }), {
      onSuccess: async ({ locks }) => {
        setBase(locks)
        change([])
        setReason('')
        await refreshProgramme()
      },
      message: t('saved'),
      focus: heading,
    })
  const takeOver = (): void => {
    setBase(current)
    mutation.dismiss()
  }
  const isReleaseRefused =
    mutation.problem?.code === 'invalid-input' && mutation.problem.params.fields.some((field) => field.endsWith('.release'))
  const inUse = locksInUse(painted)
  const choices = [null, ...(lock && !inUse.some((each) => isSameLock(each, lock)) ? [...inUse, lock] : inUse)]
  const values = choices.map((each, nth) => ({ value: String(nth), label: textOf(each) }))
  const valueAt = (seat: number): string | undefined =>
    takenSet.has(seat) ? undefined : String(choices.findIndex((each) => isSameLock(each, painted.get(seat))))
  return (
    <>
      {question}
      <h2 ref={heading} tabIndex={-1}>
        {t('count', { count: painted.size })}
      </h2>
      {isEditor && <p>{t('lead')}</p>}
      <PlanningOutcome mutation={mutation} changed={<Button onPress={takeOver}>{words('changed.takeOver')}</Button>} />
      {isEditor && (
        <div className={styles['form']}>
          <LockFields draft={draft} agents={agents} onChange={setDraft} isReleaseRefused={isReleaseRefused} />
          <OptionField
            name="lock-brush"
            label={hall('paint.brush')}
            value={brush}
            onChange={setBrush}
            options={brushes.map((each) => ({ value: each, label: hall(`paint.brushes.${each}`) }))}
          />
          <Button isDisabled={steps.length === 0} onPress={() => change(steps.slice(0, -1))}>
            {hall('paint.undo')}
          </Button>
        </div>
      )}
      <PlanMap
        plan={plan}
        bandOf={drawn}
        taken={taken}
        names={names}
        {...(isEditor && { onSeats: (hit) => paint(seatsUnder(plan, hit, brush), lock) })}
      />
      <RowValues
        plan={plan}
        title={t('rows')}
        column={t('lock')}
        labelOf={(part) => t('lockOfPart', { part })}
        values={values}
        seatValue={valueAt}
        {...(isEditor && { onPaint: (seats, value) => paint(seats, choices[Number(value)] ?? null) })}
      />
      <LockList locks={current.locks} agents={current.agents} plan={plan} />
      {isEditor && (
        <div className={styles['form']}>
          <OtherPerformances
            current={current}
            value={also}
            onChange={(ids) => {
              setAlso(ids)
              setPreview(undefined)
            }}
          />
          <TextField name="lock-reason" label={words('bulk.reason')} optional maxLength={500} value={reason} onChange={setReason} />
          <Button isPending={mutation.isPending} isDisabled={painting.length === 0} onPress={showPreview}>
            {words('bulk.preview')}
          </Button>
        </div>
      )}
      {preview && <LockPreview performances={preview} plan={plan} isPending={mutation.isPending} onSave={save} />}
    </>
  )
}

type OtherProps = { readonly current: PlannedLocks; readonly value: readonly string[]; readonly onChange: (ids: readonly string[]) => void }

/** The other performances of the production with the same plan that are to come: they can get the same locks. */
function OtherPerformances({ current, value, onChange }: OtherProps) {
  const t = useWords('lock')
  const { when } = useWallClock()
  const { data } = useQuery(plannedProductionQuery(current.event))
  const others = (data?.performances ?? []).filter(
    ({ id, hall, planVersion, startsAt, timeZone, web }) =>
      id !== current.instance &&
      hall === current.hall &&
      planVersion === current.planVersion &&
      web.sale !== 'cancelled' &&
      startsAt > wallClockIn(timeZone),
  )
  if (others.length === 0) return null
  return (
    <>
      <CheckboxGroup
        name="lock-also"
        label={t('also')}
        hint={t('alsoHint')}
        optional
        boxes={others.map(({ id, startsAt }) => ({ value: id, label: when(startsAt) }))}
        value={value}
        onChange={onChange}
      />
      <Button onPress={() => onChange(value.length < others.length ? others.map(({ id }) => id) : [])}>
        {t(value.length < others.length ? 'alsoAll' : 'alsoNone')}
      </Button>
    </>
  )
}
