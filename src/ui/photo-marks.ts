/** A mark on a photo, in the photo's pixels. */
export type Mark = { kind: 'line'; points: Point[] } | { kind: 'arrow'; from: Point; to: Point } | { kind: 'text'; at: Point; text: string }

export interface Point {
  x: number
  y: number
}

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

/** Ink, and an outline that makes it visible on any photo. They become part of the picture, so they follow no colour scheme. */
const INK = '#e8112d'
const RIM = '#ffffff'

/** Draws the marks on a photo whose longer side is `side` pixels; strokes and letters scale with it. */
export function drawMarks(context: Context, marks: Mark[], side: number) {
  const width = side / 220
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.font = `700 ${side / 32}px system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const mark of marks) {
    if (mark.kind === 'text') {
      context.lineWidth = width * 1.5
      context.strokeStyle = RIM
      context.strokeText(mark.text, mark.at.x, mark.at.y)
      context.fillStyle = INK
      context.fillText(mark.text, mark.at.x, mark.at.y)
      continue
    }
    const paths = mark.kind === 'line' ? [mark.points] : arrow(mark.from, mark.to, side / 28)
    for (const [style, thickness] of [
      [RIM, width * 2],
      [INK, width],
    ] as const) {
      context.strokeStyle = style
      context.lineWidth = thickness
      for (const path of paths) trace(context, path)
    }
  }
}

function trace(context: Context, [first, ...rest]: Point[]) {
  if (!first) return
  context.beginPath()
  context.moveTo(first.x, first.y)
  for (const { x, y } of rest.length > 0 ? rest : [first]) context.lineTo(x, y)
  context.stroke()
}

/** Shaft and head of an arrow; the head opens 30° on either side. */
function arrow(from: Point, to: Point, head: number): Point[][] {
  const angle = Math.atan2(to.y - from.y, to.x - from.x)
  const side = (turn: number): Point => ({ x: to.x - head * Math.cos(angle + turn), y: to.y - head * Math.sin(angle + turn) })
  return [
    [from, to],
    [side(Math.PI / 6), to, side(-Math.PI / 6)],
  ]
}
