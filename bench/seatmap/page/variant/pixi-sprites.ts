import 'pixi.js/unsafe-eval'
import { CanvasSource, Container, Sprite, Texture, Ticker, WebGLRenderer } from 'pixi.js'
import { type Camera, screen } from '../camera.ts'
import { colourOf, ground, takenColour } from '../colour.ts'
import type { VariantMaker } from './variant.ts'

/** One Pixi sprite per seat in a render group, drawn on demand. */
export const pixiSprites: VariantMaker = async (host, { plan, bandOf, outlook, seatSize }) => {
  const renderer = new WebGLRenderer<HTMLCanvasElement>()
  await renderer.init({ ...screen, antialias: false, backgroundColor: ground })
  Ticker.system.autoStart = false
  Ticker.system.stop()
  host.append(renderer.canvas)
  const disc = document.createElement('canvas')
  disc.width = disc.height = 64
  const pen = disc.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.arc(32, 32, 31, 0, 2 * Math.PI)
  pen.fill()
  const texture = new Texture({ source: new CanvasSource({ resource: disc, autoGenerateMipmaps: true }) })
  const group = new Container({ isRenderGroup: true, eventMode: 'none' })
  const root = new Container({ children: [group] })
  let turn = 0
  const tintOf = (seat: number): string => (outlook[seat] ? takenColour : colourOf(bandOf[seat]!, turn))
  const sprites = Array.from({ length: plan.seatCount }, (_, seat) => {
    const sprite = new Sprite({ texture, x: plan.x[seat]!, y: plan.y[seat]!, anchor: 0.5, tint: tintOf(seat) })
    sprite.setSize(seatSize)
    return sprite
  })
  group.addChild(...sprites)
  let frame = 0
  const redraw = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      renderer.render(root)
    })
  }
  return {
    look: ({ x, y, k }: Camera) => {
      group.position.set(x, y)
      group.scale.set(k)
      redraw()
    },
    change: (seats) => {
      for (const seat of seats) {
        outlook[seat]! ^= 1
        sprites[seat]!.tint = tintOf(seat)
      }
      redraw()
    },
    recolour: (next) => {
      turn = next
      sprites.forEach((sprite, seat) => (sprite.tint = tintOf(seat)))
      redraw()
    },
    filter: (next) => {
      sprites.forEach((sprite, seat) => (sprite.alpha = bandOf[seat]! < 9 - (next % 5) ? 1 : 0.3))
      redraw()
    },
  }
}
