/** Programs of the bare WebGL2 contestant. Seats: discs with a letter, from near with their number below it. */
const camera = `
uniform vec3 uCamera;
uniform vec2 uSize;
vec4 onScreen(vec2 place) { return vec4(place / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0); }
`
export const figureVertex = `#version 300 es
in vec2 aPosition;
in vec4 aColour;
out vec4 vColour;
${camera}
void main() {
  vColour = aColour;
  gl_Position = onScreen(aPosition * uCamera.x + uCamera.yz);
}`
export const figureFragment = `#version 300 es
precision mediump float;
in vec4 vColour;
out vec4 colour;
void main() { colour = vColour; }`

/** Names and prices on blocks: quads of fixed size on screen. */
export const textVertex = `#version 300 es
in vec2 aPosition;
in vec4 aColour;
out vec2 vCell;
${camera}
void main() {
  vCell = aColour.zw;
  gl_Position = onScreen(aPosition * uCamera.x + uCamera.yz + aColour.xy);
}`
export const textFragment = `#version 300 es
precision mediump float;
uniform sampler2D uGlyphs;
in vec2 vCell;
out vec4 colour;
void main() { colour = vec4(0.08, 0.07, 0.06, 1.0) * texture(uGlyphs, vCell).a; }`

export const seatVertex = (points: boolean): string => `#version 300 es
in vec2 aPosition;
in vec4 aState;
uniform float uSeat;
uniform int uMask;
uniform vec3 uPalette[10];
out vec2 vPoint;
flat out vec3 vColour;
flat out vec4 vSeat;
${camera}
void main() {
  ivec4 seat = ivec4(aState * 255.0 + 0.5);
  float radius = seat.y == 1 ? 0.2 : 0.5;
  vSeat = vec4(seat.y, seat.x, seat.z, (uMask >> seat.x) & 1);
  vColour = seat.y == 1 ? uPalette[9] : uPalette[seat.x];
  vec2 middle = aPosition * uCamera.x + uCamera.yz;
  vPoint = vec2(0.0);
  ${
    points
      ? 'gl_PointSize = uSeat * radius * 2.0 + 1.0;'
      : 'vPoint = (vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 2.0 - 1.0) * (radius + 0.6 / uSeat); middle += vPoint * uSeat;'
  }
  gl_Position = onScreen(middle);
}`
export const seatFragment = (points: boolean): string => `#version 300 es
precision highp float;
uniform float uSeat;
uniform sampler2D uGlyphs;
in vec2 vPoint;
flat in vec3 vColour;
flat in vec4 vSeat;
out vec4 colour;
float glyph(float id, vec2 inside) {
  if (any(lessThan(inside, vec2(0.0))) || any(greaterThan(inside, vec2(1.0)))) return 0.0;
  return textureLod(uGlyphs, (vec2(mod(id, 8.0), floor(id / 8.0)) + inside) / 8.0, log2(max(1.0, 64.0 / (uSeat * 0.4)))).a;
}
void main() {
  vec2 at = ${points ? '(gl_PointCoord - 0.5) * (vSeat.x == 1.0 ? 0.4 : 1.0)' : 'vPoint'};
  float shape = clamp(((vSeat.x == 1.0 ? 0.2 : 0.5) - length(at)) * uSeat + 0.5, 0.0, 1.0) * (vSeat.w == 1.0 ? 1.0 : 0.3);
  vec3 ink = vColour;
  ${
    points
      ? ''
      : `if (vSeat.x == 0.0 && shape > 0.0) {
    float mark = uSeat < 18.0 ? glyph(vSeat.y, at / 0.6 + 0.5) : max(glyph(vSeat.y, (at + vec2(0.0, 0.27)) / 0.33 + 0.5), glyph(9.0 + vSeat.z, (at - vec2(0.0, 0.15)) / 0.42 + 0.5));
    ink = mix(ink, vec3(0.08, 0.07, 0.06), mark);
  }`
  }
  colour = vec4(ink, 1.0) * shape;
}`
