import { type Plan, stageCentre } from '@playhouse/domain/plan'
import type { Camera, Size } from '#camera'
import { type Colour, fade, type Ink, mix } from '#look'
import type { Shape } from './drawing.ts'

/** Opacity of the stage's light in its middle. */
const brightest = 0.13
/** Share of the light's radius across which it looks even: it changes by at most five of 255 steps. */
const evenShare = 0.09

/** The light of the stage on the dark floor of the hall, in plan units. */
export type StageLight = { readonly x: number; readonly y: number; readonly radius: number }

/** The light of a plan's stage; it reaches 62 % of the longer side of the hall. */
export function stageLight(plan: Plan): StageLight {
  const [x, y] = stageCentre(plan)
  return { x, y, radius: Math.max(plan.viewBox.width, plan.viewBox.height) * 0.62 }
}

/** The light as a shape, for views in which its gradient is visible. */
export const ground = (light: StageLight): Shape[] => [{ kind: 'glow', ...light, fill: ({ stage }) => fade(stage, brightest) }]

/**
 * The brightness of the light if the visible part of the hall is so small that it looks even: then it is added to the
 * background colour and not drawn. `undefined` if the gradient is visible. Rounded to steps that are not distinguishable.
 */
export function evenLight({ x, y, radius }: StageLight, camera: Camera, { width, height }: Size): number | undefined {
  const reach = 2 * radius * evenShare * camera.k
  if (width * width + height * height > reach * reach) return undefined
  const dx = (width / 2 - camera.x) / camera.k - x
  const dy = (height / 2 - camera.y) / camera.k - y
  const share = Math.max(0, 1 - Math.sqrt(dx * dx + dy * dy) / radius)
  return Math.round(brightest * share * share * 512) / 512
}

/** The background colour with a brightness of {@link evenLight}. */
export const litGround = (light: number, ink: Ink): Colour => mix(ink.house, ink.stage, light)
