import { paletteSlot, paletteSlots } from './uniforms.ts'

/** The detail of a seat: a dot in the far view, a disc with a glyph, or a disc with a glyph above its number. */
export type SeatDetail = 'points' | 'glyphs' | 'numbers'

const common = `#version 300 es
precision highp float;
precision highp int;
`

/** GLSL that decodes a seat's four state bytes into its display: `seat` is state, band, type, flags. */
export const seatReading = `
uniform int uBands;
uniform int uTypes;
uniform int uFlags;
uniform vec4 uPalette[${paletteSlots}];
uniform vec4 uInk[${paletteSlots}];
ivec4 read(vec4 bytes) { return ivec4(bytes * 255.0 + 0.5); }
bool dimmed(ivec4 seat) {
  bool passes = ((uBands >> min(seat.y, 15)) & 1) == 1 && ((uTypes >> min(seat.z, 15)) & 1) == 1 && (seat.w & uFlags) == uFlags;
  return !passes && seat.x != 2 && seat.x != 3;
}
int slotOf(ivec4 seat) { return seat.x >= 2 ? ${paletteSlot.selected} : seat.x == 1 ? ${paletteSlot.taken} : min(seat.y, 15); }
`

type Glyphs = { readonly columns: number; readonly lines: number; readonly bands: number; readonly tick: number }

/** Width over which an edge fades out, in device pixels. It is the unit of all lengths within a seat. */
const soft = '1.1'

/**
 * Seats are styled here, from state bytes, a palette and filter masks, so a recolour or a filter uploads nothing per seat.
 * The far view draws points; the near view draws a triangle round each disc (three vertices per seat, corner from the vertex
 * number; no instancing, which is ten times slower on software renderers). On these, a second triangle per seat would cost
 * more than the corners of one, and a branch in the fragment shader costs nearly as much as executing it. So each detail has
 * its own program, and values that are constant within a seat are computed per vertex. A triangle is no larger than its seat
 * needs.
 */
export const seatVertex = (detail: SeatDetail, glyphs: Glyphs): string => `${common}
in vec2 aPosition;
in vec4 aState;
uniform vec3 uCamera;
uniform vec2 uSize;
uniform float uSeat;
uniform float uResolution;
${seatReading}
flat out vec3 vColour;
/* Radii of the disc, the hole in it, and the disc in the hole; and the opacity of the hole. */
flat out vec4 vRings;
/* Opacity, and radius of the drawn area. */
flat out vec2 vShown;
${detail === 'points' ? '' : glyphsOf(detail, glyphs)}
void main() {
  ivec4 seat = read(aState);
  bool dim = dimmed(seat);
  float diameter = uSeat * uResolution / ${soft};
  vColour = uPalette[slotOf(seat)].rgb;
  vShown.x = 1.0;
  vec3 rings;
  if (seat.x == 1) {
    /* Taken: a small hollow dot. */
    rings = vec3(0.2, 0.12, -1.0);
    vRings.w = uSeat > 9.0 ? 1.0 : 0.0;
    if (dim) vShown.x = 0.5;
  } else if (seat.x == 3) {
    /* In the visitor's basket: a hollow ring. */
    rings = vec3(0.5, 0.38, -1.0);
    vRings.w = 0.8;
  } else if (seat.x == 2) {
    rings = vec3(0.64, 0.56, 0.46);
    vRings.w = 1.0;
  } else {
    rings = vec3(dim ? 0.3 : 0.5, -1.0, -1.0);
    vRings.w = 0.0;
    if (dim) vShown.x = 0.3;
  }
  vRings.xyz = rings * diameter + 0.5;
  /* Including the antialiased edge. */
  vShown.y = rings.x * diameter + 0.6 / ${soft};
  vec2 middle = aPosition * uCamera.x + uCamera.yz;
  ${
    detail === 'points'
      ? `gl_PointSize = vShown.y * 2.0 * ${soft};`
      : `vPoint = corners[gl_VertexID % 3] * vShown.y;
  middle += vPoint * (${soft} / uResolution);
  mark(seat, dim, diameter);`
  }
  gl_Position = seat.x == 4 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(middle / uSize * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
}
`

/** GLSL for the glyph of a seat: its position and size, and its cell of the atlas. */
const glyphsOf = (detail: SeatDetail, { columns, bands, tick }: Glyphs): string => `
/* Opacity of glyphs at this size, and the atlas's level of detail for a glyph as large as a seat. */
uniform vec2 uGlyph;
/* Corners of the smallest triangle round the unit circle. */
const vec2 corners[3] = vec2[](vec2(0.0, -2.0), vec2(1.7320508, 1.0), vec2(-1.7320508, 1.0));
out vec2 vPoint;
flat out vec3 vInk;
/* Opacity of the glyph; the second is for a hollow seat, where the glyph is directly on the background. */
flat out vec2 vMarked;
/* Its middle, its scale, and the atlas's level of detail. */
flat out vec4 vGlyph;
flat out vec2 vCell;
${detail === 'numbers' ? 'flat out vec4 vSecond;\nflat out vec2 vSecondCell;' : ''}

vec2 cellOf(int id) { return vec2(float(id % ${columns}), float(id / ${columns})) + 0.5; }
vec4 placed(vec2 middle, float height, float diameter) {
  return vec4(middle / height, 1.0 / (height * diameter), max(0.0, uGlyph.y - log2(height)));
}
void mark(ivec4 seat, bool dim, float diameter) {
  vInk = seat.x == 3 ? vColour : uInk[slotOf(seat)].rgb;
  vMarked.x = seat.x == 1 || dim ? 0.0 : uGlyph.x;
  vMarked.y = seat.x == 3 ? vMarked.x : 0.0;
  /* An unknown type is drawn as a plain seat. */
  bool typed = seat.x == 0 && seat.z != 0 && seat.z < ${bands};
  int letter = ${bands} + min(seat.y, ${tick - bands - 1});
  vCell = cellOf(seat.x != 0 ? ${tick} : typed ? seat.z : letter);
  ${
    detail === 'numbers'
      ? `/* Above the number; a type's sign beside the letter. */
  vGlyph = placed(vec2(typed ? -0.16 : 0.0, typed ? -0.24 : -0.27), typed ? 0.36 : 0.33, diameter);
  vSecond = placed(typed ? vec2(0.17, -0.24) : vec2(9.0), 0.3, diameter);
  vSecondCell = cellOf(letter);`
      : `vGlyph = placed(vec2(0.0), typed ? 0.68 : 0.6, diameter);`
  }
}
`

export const seatFragment = (detail: SeatDetail, { columns, lines }: Glyphs): string => `${common}
flat in vec3 vColour;
flat in vec4 vRings;
flat in vec2 vShown;
${
  detail === 'points'
    ? ''
    : `
uniform sampler2D uGlyphs;
in vec2 vPoint;
flat in vec3 vInk;
flat in vec2 vMarked;
flat in vec4 vGlyph;
flat in vec2 vCell;
${detail === 'numbers' ? 'flat in vec4 vSecond;\nflat in vec2 vSecondCell;' : ''}

/* The level of detail is passed, not derived from neighbouring pixels, because most pixels of a seat need no sampling. */
float glyph(vec4 placed, vec2 cell) {
  vec2 at = vPoint * placed.z - placed.xy;
  if (vMarked.x == 0.0 || max(abs(at.x), abs(at.y)) >= 0.5) return 0.0;
  return textureLod(uGlyphs, (cell + at) * vec2(${1 / columns}, ${1 / lines}), placed.w).r;
}
`
}
out vec4 finalColor;
void main() {
  vec2 at = ${detail === 'points' ? '(gl_PointCoord - 0.5) * 2.0 * vShown.y' : 'vPoint'};
  vec3 rings = clamp(vRings.xyz - length(at), 0.0, 1.0);
  float shape = (rings.x - vRings.w * (rings.y - rings.z)) * vShown.x;
${
  detail === 'points'
    ? '  finalColor = vec4(vColour, 1.0) * shape;'
    : `  float mark = ${detail === 'numbers' ? 'max(glyph(vGlyph, vCell), glyph(vSecond, vSecondCell))' : 'glyph(vGlyph, vCell)'};
  finalColor = vec4(mix(vColour, vInk, mark * vMarked.x), 1.0) * max(shape, mark * vMarked.y);`
}
}
`
