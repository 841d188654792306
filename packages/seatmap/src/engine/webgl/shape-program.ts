import type { Shape } from '#layers'
import { blockStride, writeBlocks } from './block-writer.ts'
import { figureStride, writeFigures } from './figure-writer.ts'
import { slotReading } from './paint.ts'
import type { Steps } from '../slices.ts'
import type { Triangles } from './triangles.ts'

/** The conversion of one kind of shape to triangles, and its shaders. */
export type ShapeProgram = {
  readonly name: string
  readonly vertex: string
  readonly fragment: string
  /** Number of floats of each attribute, in order. */
  readonly layout: Readonly<Record<string, 2 | 3>>
  readonly stride: number
  readonly write: (shapes: readonly Shape[]) => Steps<Triangles>
  /** Shaders of triangles without edges, if the kind has any. */
  readonly plain?: { readonly vertex: string; readonly fragment: string }
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

/** GLSL of a block's colours, and of the position of a vertex: its offset never passes the block's middle. */
const block = `${common}${slotReading}
in vec2 aPosition;
in vec2 aOffset;
in vec3 aPaint;
uniform vec4 uGround;
flat out vec4 vFill;
invariant gl_Position;
vec4 fillOf(vec3 paint) {
  vec4 fill = colourOf(paint.x);
  return (fill + uGround * (1.0 - fill.a)) * step(0.5 / 255.0, fill.a) * max(uGround.a, step(0.0, paint.y));
}
/* The applied share of a vertex's offset, 0 to 1. */
float partOf(vec3 paint) { return min(1.0, paint.z * uCamera.x); }
`

/**
 * Polygons. Near the rim a pixel has its distance to the nearest edge, which decides whether it is fill, stroke or outside.
 * On an even background the colours are mixed with it here and are opaque, because blending is the slowest operation of a
 * software renderer.
 */
export const blocks: ShapeProgram = {
  name: 'blocks',
  stride: blockStride,
  layout: { aPosition: 2, aOffset: 2, aPaint: 3, aAway: 3, aPixels: 3 },
  write: writeBlocks,
  vertex: `${block}
in vec3 aAway;
in vec3 aPixels;
out vec3 vEdges;
flat out vec4 vLine;
flat out float vHalf;
void main() {
  float part = partOf(aPaint);
  vFill = fillOf(aPaint);
  vLine = colourOf(aPaint.x + 1.0);
  vHalf = abs(aPaint.y) * 0.5;
  vEdges = aAway * uCamera.x + aPixels * part;
  gl_Position = onScreen(aPosition, aOffset * part);
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
  vec4 fill = vFill * clamp(edge / 0.9 + 0.5, 0.0, 1.0);
  float line = vHalf > 0.0 ? clamp((vHalf - abs(edge)) / 0.9 + 0.5, 0.0, 1.0) : 0.0;
  vec4 colour = vLine * line + fill * (1.0 - vLine.a * line);
  if (colour.a == 0.0) discard;
  finalColor = colour + uGround * (1.0 - colour.a);
}
`,
  plain: {
    vertex: `${block}
void main() {
  vFill = fillOf(aPaint);
  gl_Position = onScreen(aPosition, aOffset * partOf(aPaint));
}
`,
    fragment: `#version 300 es
precision highp float;
flat in vec4 vFill;
out vec4 finalColor;
void main() { finalColor = vFill; }
`,
  },
}
