import { Application, extend, useApplication } from '@pixi/react'
import { SeatLayer } from '@playhouse/seatmap/pixi-react'
import { Container, Graphics } from 'pixi.js'
import { type ComponentProps, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import type { Plan } from '@playhouse/domain/plan'
import { useFormats, useWords } from '@playhouse/shop-ui/i18n'
import { useSceneCamera } from './useSceneCamera.ts'
import { classOf, seatsToCompute, computeViewShares, viewClasses } from './view-shares.ts'
import styles from './ViewScene.module.css'

extend({ Container, Graphics })

type ViewSceneProps = Omit<ComponentProps<typeof SeatLayer>, 'children' | 'onStale' | 'plan'> & {
  readonly plan: Plan
  /** Receives the function that moves the camera. Returns the function that removes it. */
  readonly onCamera: (move: (move: 'in' | 'out' | 'fit') => void) => () => void
}

/** Width of a disc in centimetres: for a seat, and for a seat that represents its row. */
const [ofSeat, ofRow] = [23, 42]

/** The share of the stage visible from each seat: a disc per seat, coloured by class, in a scene of @pixi/react above the hall. */
export function ViewScene({ plan, onCamera, ...hall }: ViewSceneProps) {
  const t = useWords('preview')
  const { number } = useFormats()
  const host = useRef<HTMLDivElement>(null)
  const { camera, move } = useSceneCamera(host, plan)
  const [seats] = useState(() => seatsToCompute(plan))
  const [shares, setShares] = useState<readonly number[]>([])
  useEffect(() => computeViewShares(plan, seats, setShares), [plan, seats])
  useEffect(() => onCamera(move))

  const counts = viewClasses.map((_, index) => shares.filter((share) => classOf(share) === index).length)
  const discs = useCallback(
    (pencil: Graphics) => {
      pencil.clear()
      const radius = seats.length === plan.seatCount ? ofSeat : ofRow
      shares.forEach((share, at) =>
        pencil.circle(plan.x[seats[at]!]!, plan.y[seats[at]!]!, radius).fill(viewClasses[classOf(share)]!.colour),
      )
    },
    [plan, seats, shares],
  )
  return (
    <div className={styles['scene']}>
      <div ref={host} aria-hidden="true" className={styles['picture']}>
        {camera && (
          <Application
            resizeTo={host}
            autoStart={false}
            preference="webgl"
            antialias
            backgroundAlpha={0}
            resolution={devicePixelRatio}
            autoDensity
          >
            <pixiContainer x={camera.x} y={camera.y} scale={camera.k}>
              <SeatLayer plan={plan} {...hall}>
                <pixiGraphics draw={discs} />
              </SeatLayer>
            </pixiContainer>
            <Redraw room={host} />
          </Application>
        )}
      </div>
      <section aria-label={t('views.title')} className={styles['legend']}>
        <h2>{t('views.title')}</h2>
        <p>{t(seats.length === plan.seatCount ? 'views.bySeat' : 'views.byRow')}</p>
        <ul role="list">
          {viewClasses.map(({ from, colour }, index) => (
            <li key={from}>
              <span style={{ backgroundColor: colour }} className={styles['disc']} />
              {from > 0 ? t('views.class', { percent: number(from * 100) }) : t('views.least')}
              <span className={styles['count']}>{number(counts[index]!)}</span>
            </li>
          ))}
        </ul>
        {shares.length < seats.length && <p>{t('views.working', { percent: number(Math.floor((shares.length / seats.length) * 100)) })}</p>}
      </section>
    </div>
  )
}

/** Draws only when part of the scene has changed, without a ticker. It must be the last child. */
function Redraw({ room }: { readonly room: RefObject<HTMLElement | null> }) {
  const { app, isInitialised } = useApplication()
  useEffect(() => {
    if (!isInitialised || !room.current) return
    const { clientWidth: width, clientHeight: height } = room.current
    // Pixi measures its container when the window is resized, but here the legend also changes the container.
    if (app.screen.width !== width || app.screen.height !== height) app.renderer.resize(width, height)
    app.render()
  })
  return null
}
