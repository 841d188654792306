/** Vertices of equal stride and their triangles, in the order of writing. */
export type Triangles = {
  readonly vertices: Float32Array<ArrayBuffer>
  readonly indices: Uint32Array<ArrayBuffer>
  /** The number of leading indices that belong to plain triangles: one colour, no visible edge. */
  readonly plain: number
  /** Indices of an alternative set of fewer triangles for the same picture, none of them plain. */
  readonly whole: Uint32Array<ArrayBuffer>
  /** The scale, in CSS pixels per plan unit, below which that set is faster to draw. */
  readonly wholeBelow: number
}

export type TriangleWriter = {
  /** @returns the index of the vertex */
  readonly vertex: (...floats: readonly number[]) => number
  readonly triangle: (a: number, b: number, c: number) => void
  /** Adds a triangle without a visible edge. Such triangles are drawn before all others. */
  readonly plain: (a: number, b: number, c: number) => void
  /** Adds a triangle of the alternative set. */
  readonly whole: (a: number, b: number, c: number) => void
  /** @param wholeBelow the scale below which the alternative set is drawn; 0 for never */
  readonly finish: (wholeBelow?: number) => Triangles
}

/** @param stride floats per vertex */
export function writeTriangles(stride: number): TriangleWriter {
  let vertices = new Float32Array(64 * stride)
  let end = 0
  const plain: number[] = []
  const edgeTriangles: number[] = []
  const whole: number[] = []
  return {
    vertex: (...floats) => {
      if (end + stride > vertices.length) {
        const outgrown = vertices
        vertices = new Float32Array(outgrown.length * 2)
        vertices.set(outgrown)
      }
      vertices.set(floats, end)
      end += stride
      return end / stride - 1
    },
    triangle: (a, b, c) => void edgeTriangles.push(a, b, c),
    plain: (a, b, c) => void plain.push(a, b, c),
    whole: (a, b, c) => void whole.push(a, b, c),
    finish: (wholeBelow = 0) => {
      const indices = new Uint32Array(plain.concat(edgeTriangles))
      return {
        vertices: vertices.slice(0, end),
        indices,
        plain: plain.length,
        whole: new Uint32Array(wholeBelow > 0 ? whole : []),
        wholeBelow,
      }
    },
  }
}
