// The package's own declarations are not reachable through its `exports`.
declare module '@alisaitteke/seatmap-canvas' {
  export const SeatMapCanvas: unknown
}
