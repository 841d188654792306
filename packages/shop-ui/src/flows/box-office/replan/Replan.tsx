import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import type { PlannedPerformance, PlannedReplan } from '@playhouse/api-client/contract'
import { planNumberOf } from '@playhouse/domain/hall-plan'
import { readPlan } from '@playhouse/domain/plan'
import type { HandMove } from '@playhouse/domain/replan'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Notice } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import type { PlanMapView } from '../hall/plan-map.ts'
import { OptionField } from '../planning/OptionField.tsx'
import type { PlanningOptions } from '../planning/PerformanceFields.tsx'
import { planQuery, refreshProgramme, seatLocksQuery } from '../planning/planning-queries.ts'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { ApplyReplan } from './ApplyReplan.tsx'
import { MoveTable } from './MoveTable.tsx'
import { ReplanLists } from './ReplanLists.tsx'
import { ReplanMap } from './ReplanMap.tsx'
import { ReplanOutcome } from './ReplanOutcome.tsx'
import { type DrawnReplan, keptSeats, otherPlans } from './replan-seats.ts'

type Props = { readonly current: PlannedPerformance; readonly options: PlanningOptions; readonly PlanMap: PlanMapView }

/** Chooses the other plan, shows what it means, and makes the change. Nothing is written before that. */
export function Replan({ current, options, PlanMap }: Props) {
  const t = useWords('replan')
  const words = useWords('planning')
  const { role } = useCounterState().clerk
  const preview = usePlanningMutation()
  const change = usePlanningMutation()
  /** The version that was read when the preview was made; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [wanted, setWanted] = useState({ planVersion: '', priceList: '' })
  const [byHand, setByHand] = useState<readonly HandMove[]>([])
  const [replan, setReplan] = useState<PlannedReplan>()
  const [isOutdated, setOutdated] = useState(false)
  const [isDone, setDone] = useState(false)
  const [choosing, setChoosing] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const hallName = options.halls.find(({ hall }) => hall === current.hall)?.name
  const plans = otherPlans(options, current)
  const plan = plans.find(({ planVersion }) => planVersion === wanted.planVersion) ?? plans[0]
  const priceList = plan?.lists.find(({ id }) => id === wanted.priceList)?.id ?? plan?.lists[0]!.id
  const drawn = useDrawnReplan(current, plan?.planVersion, replan)
  const params = { instance: current.id }
  const body = { planVersion: plan?.planVersion ?? '', priceList: priceList ?? '' }

  const forget = (): void => {
    setReplan(undefined)
    setByHand([])
    setChoosing(undefined)
    setOutdated(false)
  }
  const choosePlan = (next: Partial<typeof wanted>): void => {
    setWanted({ planVersion: body.planVersion, priceList: body.priceList, ...next })
    forget()
    setDone(false)
    preview.dismiss()
    change.dismiss()
  }
  const read = (hands: readonly HandMove[], message: string, focus?: typeof heading): void => {
    setOutdated(false)
    setDone(false)
    change.dismiss()
    void preview.send(() => api.replans.preview({ params, body: { ...body, byHand: [...hands] } }), {
      onSuccess: setReplan,
      message,
      ...(focus && { focus }),
    })
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBase(current)
    read(byHand, t('previewed'), heading)
  }
  const choose = (from: string, to: string | null): void => {
    const next = [...byHand.filter((each) => each.from !== from), ...(to === null ? [] : [{ from, to }])]
    setByHand(next)
    setChoosing(undefined)
    read(next, t(to === null ? 'hand.withdrawn' : 'hand.done'))
  }
  const apply = (reason: string): void =>
    void change.send(
      () =>
        api.replans.apply({
          params,
          body: {
            ...{ ...body, version: base.version, byHand: [...byHand], reason },
            moves: replan!.moves.flatMap(({ from, to }) => (to ? [{ from: from.id, to: to.id }] : [])),
          },
        }),
      {
        onSuccess: async ({ changeSet, replan: latest }) => {
          if (changeSet === null) {
            setReplan(latest)
            setOutdated(true)
            return
          }
          forget()
          preview.dismiss()
          setDone(true)
          await refreshProgramme()
        },
        message: ({ changeSet }) => (changeSet === null ? undefined : t('done')),
        focus: heading,
      },
    )
  const takeOver = (): void => {
    setBase(current)
    if (current.planVersion === base.planVersion) read(byHand, t('previewed'))
    else forget()
  }
  const refusedFields = preview.problem?.code === 'invalid-input' ? preview.problem.params.fields : []
  const changes = `/smart/changes?${new URLSearchParams({ subject: 'performance', id: current.id })}`
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {t('now', { hall: hallName ?? current.hall, version: planNumberOf(current.planVersion) })}
      </h2>
      {isDone && (
        <Notice tone="success" title={t('done')}>
          <Link to={changes}>{t('changeSet')}</Link>
        </Notice>
      )}
      {plan ? (
        <>
          <p>{t('lead')}</p>
          <form className={styles['form']} onSubmit={submit} aria-label={t('choosePlan')}>
            <OptionField
              name="replan-plan"
              label={t('plan')}
              value={plan.planVersion}
              onChange={(planVersion) => choosePlan({ planVersion, priceList: '' })}
              options={plans.map(({ planVersion, name, seats }) => ({
                value: planVersion,
                label: words('run.plan', { hall: name, version: planNumberOf(planVersion), count: seats }),
              }))}
              error={refusedFields.includes('planVersion') ? t('refusedPlan') : undefined}
            />
            <OptionField
              name="replan-prices"
              label={words('field.priceList')}
              hint={t('pricesHint')}
              value={priceList!}
              onChange={(id) => choosePlan({ priceList: id })}
              options={plan.lists.map(({ id, name }) => ({ value: id, label: name }))}
              error={refusedFields.includes('priceList') ? t('refusedPrices') : undefined}
            />
            <Button type="submit" isPending={preview.isPending}>
              {words('bulk.preview')}
            </Button>
          </form>
          <ReplanOutcome mutation={preview} />
        </>
      ) : (
        <Notice title={t('noPlan')}>
          <p>{t('noPlanDetail')}</p>
          <Link to={`/smart/halls/${current.hall}`}>{t('toHall')}</Link>
        </Notice>
      )}
      {isOutdated && (
        <Notice tone="warning" role="alert" title={t('outdated.title')}>
          {t('outdated.detail')}
        </Notice>
      )}
      {replan && <ReplanLists replan={replan} plan={drawn?.from} />}
      {replan && replan.moves.length > 0 && (
        <MoveTable
          replan={replan}
          drawn={drawn}
          priceList={body.priceList}
          choosing={choosing}
          isPending={preview.isPending}
          onOpen={setChoosing}
          onChoose={choose}
        />
      )}
      {drawn && <ReplanMap drawn={drawn} PlanMap={PlanMap} choosing={choosing} onChoose={choose} />}
      {replan &&
        (isStaffAllowed(role, 'publish-programme') ? (
          <ApplyReplan
            replan={replan}
            isPending={change.isPending || preview.isPending}
            onApply={apply}
            outcome={<ReplanOutcome mutation={change} changed={<Button onPress={takeOver}>{words('changed.takeOver')}</Button>} />}
          />
        ) : (
          <p>{t('notAllowed')}</p>
        ))}
    </>
  )
}

/** Both plans of a preview, once they are loaded. */
function useDrawnReplan(
  current: PlannedPerformance,
  version: string | undefined,
  replan: PlannedReplan | undefined,
): DrawnReplan | undefined {
  const isWanted = replan !== undefined
  const former = useQuery({ ...planQuery(current.hall, current.planVersion), enabled: isWanted })
  const other = useQuery({ ...planQuery(current.hall, version ?? ''), enabled: isWanted })
  const locks = useQuery({ ...seatLocksQuery(current.id), enabled: isWanted })
  const from = useMemo(() => former.data && readPlan(former.data), [former.data])
  const to = useMemo(() => other.data && readPlan(other.data), [other.data])
  return useMemo(
    () => (from && to && replan && locks.data ? { from, to, replan, kept: keptSeats(from, to, replan, locks.data) } : undefined),
    [from, to, replan, locks.data],
  )
}
