import type { Shape } from '#layers'
import { blockStride, writeBlocks } from './block-writer.ts'
import { figureStride, writeFigures } from './figure-writer.ts'
import { slotReading } from './paint.ts'
import type { Triangles } from './triangles.ts'

/** How a kind of shapes becomes triangles, and pixels. */
export type ShapeProgram = {
  readonly name: string
  readonly vertex: string
  readonly fragment: string
  /** Floats of each attribute, in their order. */
  readonly layout: Readonly<Record<string, 2 | 3>>
  readonly stride: number
  readonly write: (shapes: readonly Shape[]) => Triangles
}

const common = `#version 300 es
precision highp float;
uniform vec3 uCamera;
uniform vec2 uSize;
vec4 onScreen(vec2 place, vec2 offset) {
  vec2 at = place * uCamera.x + uCamera.yz + offset;
  return vec4(at / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
`

/** Rings and light: flat triangles whose opacity fades out at their edges. */
export const figures: ShapeProgram = {
  name: 'figures',
  stride: figureStride,
  layout: { aPosition: 2, aOffset: 2, aPaint: 2 },
  write: writeFigures,
  vertex: `${common}${slotReading}
in vec2 aPosition;
in vec2 aOffset;
in vec2 aPaint;
out vec4 vColour;
void main() {
  vColour = colourOf(aPaint.x) * aPaint.y;
  gl_Position = onScreen(aPosition, aOffset);
}
`,
  fragment: `#version 300 es
precision highp float;
in vec4 vColour;
out vec4 finalColor;
void main() { finalColor = vColour; }
`,
}

/**
 * Polygons: a pixel knows how far the nearest edge is, and so whether it is fill, line or neither. On an even ground they
 * come out opaque, mixed with it already: to read what lies beneath is what a processor that draws can least afford.
 */
export const blocks: ShapeProgram = {
  name: 'blocks',
  stride: blockStride,
  layout: { aPosition: 2, aOffset: 2, aPaint: 2, aAway: 3, aPixels: 3 },
  write: writeBlocks,
  vertex: `${common}${slotReading}
in vec2 aPosition;
in vec2 aOffset;
in vec2 aPaint;
in vec3 aAway;
in vec3 aPixels;
uniform vec4 uGround;
out vec3 vEdges;
flat out vec4 vFill;
flat out vec4 vLine;
flat out float vHalf;
void main() {
  vec4 fill = colourOf(aPaint.x);
  vFill = (fill + uGround * (1.0 - fill.a)) * max(uGround.a, step(0.0, aPaint.y));
  vLine = colourOf(aPaint.x + 1.0);
  vHalf = abs(aPaint.y) * 0.5;
  vEdges = aAway * uCamera.x + aPixels;
  gl_Position = onScreen(aPosition, aOffset);
}
`,
  fragment: `#version 300 es
precision highp float;
uniform vec4 uGround;
in vec3 vEdges;
flat in vec4 vFill;
flat in vec4 vLine;
flat in float vHalf;
out vec4 finalColor;
void main() {
  float edge = min(vEdges.x, min(vEdges.y, vEdges.z));
  finalColor = vFill;
  if (edge > vHalf + 0.5) return;
  vec4 fill = vFill * clamp(edge / 0.9 + 0.5, 0.0, 1.0);
  float line = vHalf > 0.0 ? clamp((vHalf - abs(edge)) / 0.9 + 0.5, 0.0, 1.0) : 0.0;
  vec4 colour = vLine * line + fill * (1.0 - vLine.a * line);
  if (colour.a == 0.0) discard;
  finalColor = colour + uGround * (1.0 - colour.a);
}
`,
}
