import { type Camera, fitHall, screen } from '../camera.ts'
import { bandColours, colourOf, ground, rgb, takenColour } from '../colour.ts'
import type { BenchHall } from '../hall.ts'
import { figureFragment, figureVertex, seatFragment, seatVertex, textFragment, textVertex } from './raw-program.ts'
import type { VariantMaker } from './variant.ts'

/**
 * Bare WebGL2 that draws the same picture with minimal work: the limit that our map is measured against. Blocks in the far
 * view, points, discs with letter and number in the near view, all from static buffers; only visible blocks are drawn.
 */
export const raw: VariantMaker = async (host, hall) => {
  const { plan } = hall
  const canvas = document.createElement('canvas')
  Object.assign(canvas, screen)
  host.append(canvas)
  const gl = canvas.getContext('webgl2', { antialias: false, alpha: false, depth: false })!
  const figures = compile(gl, figureVertex, figureFragment)
  const names = compile(gl, textVertex, textFragment)
  const quads = compile(gl, seatVertex(false), seatFragment(false))
  const points = compile(gl, seatVertex(true), seatFragment(true))
  const states = new Uint32Array(plan.seatCount * 4)
  const write = (seat: number): void =>
    void states.fill(hall.bandOf[seat]! | (hall.outlook[seat]! << 8) | ((seat % 25) << 16), seat * 4, seat * 4 + 4)
  for (let seat = 0; seat < plan.seatCount; seat++) write(seat)
  const positions = new Float32Array(plan.seatCount * 8)
  for (let vertex = 0; vertex < plan.seatCount * 4; vertex++) {
    positions[vertex * 2] = plan.x[vertex >> 2]!
    positions[vertex * 2 + 1] = plan.y[vertex >> 2]!
  }
  const stateBuffer = bufferOf(gl, gl.ARRAY_BUFFER, states)
  const positionBuffer = bufferOf(gl, gl.ARRAY_BUFFER, positions)
  const seatArrays = [1, 4].map((stride) => {
    const array = gl.createVertexArray()
    gl.bindVertexArray(array)
    attach(gl, positionBuffer, 0, 2, gl.FLOAT, stride * 8)
    attach(gl, stateBuffer, 1, 4, gl.UNSIGNED_BYTE, stride * 4)
    return array
  })
  gl.bindVertexArray(seatArrays[0]!)
  bufferOf(gl, gl.ELEMENT_ARRAY_BUFFER, quadIndices(plan.seatCount))
  const floor = figureArray(gl)
  const labels = figureArray(gl)
  labels.write(namesOf(hall))
  const glyphs = gl.createTexture()
  gl.bindTexture(gl.TEXTURE_2D, glyphs)
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, glyphAtlas())
  gl.generateMipmap(gl.TEXTURE_2D)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)

  let camera: Camera = { x: 0, y: 0, k: 1 }
  let mask = 0x1ff
  let turn = 0
  let dirty: [number, number] | undefined
  const house = rgb(ground)
  let palette = paletteOf(turn)
  const boxes = plan.areas.map(
    ({ outline }) =>
      [
        Math.min(...outline.map(([x]) => x)),
        Math.min(...outline.map(([, y]) => y)),
        Math.max(...outline.map(([x]) => x)),
        Math.max(...outline.map(([, y]) => y)),
      ] as const,
  )

  const paintFloor = (isFar: boolean): void => floor.write(floorOf(hall, turn, isFar))
  let farFloor: boolean | undefined
  const draw = (): void => {
    frame = 0
    if (dirty) {
      gl.bindBuffer(gl.ARRAY_BUFFER, stateBuffer)
      gl.bufferSubData(gl.ARRAY_BUFFER, dirty[0] * 16, states, dirty[0] * 4, (dirty[1] - dirty[0] + 1) * 4)
      dirty = undefined
    }
    const seat = hall.seatSize * camera.k
    const isFar = seat < 5 && isLarge(hall)
    if (isFar !== farFloor) paintFloor((farFloor = isFar))
    gl.clearColor(...house, 1)
    gl.clear(gl.COLOR_BUFFER_BIT)
    aim(gl, figures, camera)
    gl.bindVertexArray(floor.array)
    if (isLarge(hall)) gl.disable(gl.BLEND)
    gl.drawArrays(gl.TRIANGLES, 0, floor.count())
    gl.enable(gl.BLEND)
    if (isFar) {
      aim(gl, names, camera)
      gl.bindVertexArray(labels.array)
      gl.drawArrays(gl.TRIANGLES, 0, labels.count())
      return
    }
    const asPoints = seat < 8
    const program = asPoints ? points : quads
    aim(gl, program, camera)
    gl.uniform1f(program.at('uSeat'), seat)
    gl.uniform1i(program.at('uMask'), mask)
    gl.uniform3fv(program.at('uPalette'), palette)
    gl.bindVertexArray(seatArrays[asPoints ? 1 : 0]!)
    let [from, to] = [0, 0]
    const flush = (): void => {
      if (to > from && asPoints) gl.drawArrays(gl.POINTS, from, to - from)
      else if (to > from) gl.drawElements(gl.TRIANGLES, (to - from) * 6, gl.UNSIGNED_INT, from * 24)
    }
    for (let area = 0; area < plan.areas.length; area++) {
      const [left, top, right, bottom] = boxes[area]!
      const { firstSeat, seatCount } = plan.areas[area]!
      if (right * camera.k + camera.x < 0 || left * camera.k + camera.x > screen.width) continue
      if (bottom * camera.k + camera.y < 0 || top * camera.k + camera.y > screen.height) continue
      if (firstSeat !== to) {
        flush()
        from = firstSeat
      }
      to = firstSeat + seatCount
    }
    flush()
  }
  let frame = 0
  const redraw = (): void => void (frame ||= requestAnimationFrame(draw))

  return {
    look: (next) => {
      camera = next
      redraw()
    },
    change: (seats) => {
      for (const seat of seats) {
        hall.outlook[seat]! ^= 1
        write(seat)
        dirty = dirty ? [Math.min(dirty[0], seat), Math.max(dirty[1], seat)] : [seat, seat]
      }
      farFloor = undefined
      redraw()
    },
    recolour: (next) => {
      palette = paletteOf((turn = next))
      farFloor = undefined
      redraw()
    },
    filter: (next) => {
      mask = 0x1ff >> (next % 5)
      redraw()
    },
  }
}

type Program = { readonly program: WebGLProgram; readonly at: (name: string) => WebGLUniformLocation | null }

function compile(gl: WebGL2RenderingContext, vertex: string, fragment: string): Program {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)!
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.bindAttribLocation(program, 0, 'aPosition')
  gl.bindAttribLocation(program, 1, vertex.includes('aState') ? 'aState' : 'aColour')
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'no program')
  const locations = new Map<string, WebGLUniformLocation | null>()
  return { program, at: (name) => locations.get(name) ?? (locations.set(name, gl.getUniformLocation(program, name)), locations.get(name)!) }
}

function aim(gl: WebGL2RenderingContext, { program, at }: Program, { k, x, y }: Camera): void {
  gl.useProgram(program)
  gl.uniform3f(at('uCamera'), k, x, y)
  gl.uniform2f(at('uSize'), screen.width, screen.height)
}

function bufferOf(gl: WebGL2RenderingContext, kind: GLenum, data: ArrayBufferView): WebGLBuffer {
  const buffer = gl.createBuffer()
  gl.bindBuffer(kind, buffer)
  gl.bufferData(kind, data, gl.STATIC_DRAW)
  return buffer
}

function attach(
  gl: WebGL2RenderingContext,
  buffer: WebGLBuffer,
  place: number,
  size: number,
  kind: GLenum,
  stride: number,
  from = 0,
): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
  gl.enableVertexAttribArray(place)
  gl.vertexAttribPointer(place, size, kind, kind === gl.UNSIGNED_BYTE, stride, from)
}

function quadIndices(count: number): Uint32Array {
  const indices = new Uint32Array(count * 6)
  for (let quad = 0; quad < count; quad++) {
    const [at, first] = [quad * 6, quad * 4]
    indices[at] = first
    indices[at + 1] = indices[at + 4] = first + 1
    indices[at + 2] = indices[at + 3] = first + 2
    indices[at + 5] = first + 3
  }
  return indices
}

function figureArray(gl: WebGL2RenderingContext): {
  array: WebGLVertexArrayObject
  count: () => number
  write: (data: Float32Array) => void
} {
  const array = gl.createVertexArray()
  const buffer = gl.createBuffer()
  let count = 0
  gl.bindVertexArray(array)
  attach(gl, buffer, 0, 2, gl.FLOAT, 24)
  attach(gl, buffer, 1, 4, gl.FLOAT, 24, 8)
  return {
    array,
    count: () => count,
    write: (data) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW)
      count = data.length / 6
    },
  }
}

/** Ours draws these as blocks from afar and without the stage's light, when a processor has to draw them. */
const isLarge = ({ plan }: BenchHall): boolean => plan.seatCount > 10_000

/** Stage light, stage, and a triangle fan per block; blocks are visible as a whole from their first corner. */
function floorOf(hall: BenchHall, turn: number, isFar: boolean): Float32Array {
  const { plan, bandOf, outlook } = hall
  const data: number[] = []
  const fan = (points: readonly (readonly [number, number])[], colour: readonly number[], rim = colour): void => {
    for (let i = 1; i + 1 < points.length; i++) data.push(...points[0]!, ...colour, ...points[i]!, ...rim, ...points[i + 1]!, ...rim)
  }
  const radius = Math.max(plan.viewBox.width, plan.viewBox.height) * 0.62
  const circle = Array.from({ length: 49 }, (_, i): [number, number] => [
    Math.cos((i / 24) * Math.PI) * radius,
    100 + Math.sin((i / 24) * Math.PI) * radius,
  ])
  if (!isLarge(hall)) fan([[0, 100], ...circle], [0.12, 0.1, 0.07, 0.13], [0, 0, 0, 0])
  fan(plan.stage.polygon, [0.24, 0.21, 0.16, 1])
  for (const { outline, firstSeat, seatCount } of plan.areas) {
    const middle = firstSeat + (seatCount >> 1)
    let free = 0
    if (isFar) for (let seat = firstSeat; seat < firstSeat + seatCount; seat++) free += 1 - outlook[seat]!
    const [red, green, blue] = rgb(colourOf(bandOf[middle]!, turn))
    const share = 0.3 + 0.6 * (free / seatCount)
    fan(
      [[outline[1]![0], (outline[1]![1] + outline[4]![1]) / 2], ...outline, outline[0]!],
      isFar ? [red * share, green * share, blue * share, 1] : [0.13, 0.11, 0.1, 1],
    )
  }
  return new Float32Array(data)
}

/** Two lines per block, as wide as those of our map. */
function namesOf({ plan }: BenchHall): Float32Array {
  const data: number[] = []
  const quad = (x: number, y: number, width: number, height: number, down: number): void => {
    for (const [right, below] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 1],
      [1, 0],
      [1, 1],
    ] as const)
      data.push(x, y, (right - 0.5) * width, (below - 0.5) * height + down, right / 4, below / 16)
  }
  const fit = fitHall({ plan, bandOf: plan.type, outlook: plan.type, seatSize: 1 }).k
  for (const { outline } of plan.areas) {
    const [x, y] = [outline[1]![0], (outline[1]![1] + outline[4]![1]) / 2]
    const wide = (outline[2]![0] - outline[0]![0]) * fit
    if (wide < 24) continue
    quad(x, y, 18, 14, wide < 50 ? 0 : -7)
    if (wide >= 50) quad(x, y, 46, 12, 7)
  }
  return new Float32Array(data)
}

const paletteOf = (turn: number): Float32Array =>
  new Float32Array([...bandColours.flatMap((_, band) => rgb(colourOf(band, turn))), ...rgb(takenColour)])

function glyphAtlas(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 512
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.textAlign = 'center'
  pen.font = '700 44px sans-serif'
  for (let id = 0; id < 34; id++) pen.fillText(id < 9 ? 'QPABCDEFS'[id]! : String(id - 8), (id % 8) * 64 + 32, Math.floor(id / 8) * 64 + 48)
  return canvas
}
