import { Application } from '@pixi/react'
import { type Application as PixiApplication, Ticker } from 'pixi.js'
import { createRoot } from 'react-dom/client'
import { wordsOf } from '#fixture'
import { SeatLayer } from '../../src/pixi-react/index.ts'
import type { Hall } from './hall.ts'
import { palettes } from './palette.ts'

/** The hall as a layer of a host's Pixi scene; the container around it is the camera. Resolves with a function that draws it. */
export function composeScene(host: HTMLElement, hall: Hall, camera: { x: number; y: number; k: number }): Promise<() => void> {
  const words = wordsOf(hall.plan)
  return new Promise((resolve) => {
    let started: PixiApplication | undefined
    const draw = (): void => {
      started?.render()
      if (started) resolve(() => started?.render())
    }
    createRoot(host).render(
      <Application
        width={host.clientWidth}
        height={host.clientHeight}
        autoStart={false}
        preference="webgl"
        backgroundColor={palettes.dark.house}
        onInit={(application) => {
          Ticker.system.autoStart = false
          Ticker.system.stop()
          started = application
          draw()
        }}
      >
        <pixiContainer x={camera.x} y={camera.y} scale={camera.k}>
          <SeatLayer {...hall} words={words} palette={palettes.dark} font="Test" onStale={draw} />
        </pixiContainer>
      </Application>,
    )
  })
}
