import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useConfirm } from './confirm.tsx'
import { Dialog } from './Dialog.tsx'
import { IconArrowBackUp } from './icons.tsx'
import classes from './PhotoAnnotator.module.css'
import { drawMarks, type Mark, type Point } from './photo-marks.ts'

interface PhotoAnnotatorProps {
  photo: ImageBitmap
  /** The photo with its marks, JPEG, same size. The original is unchanged. */
  onSave: (jpeg: ArrayBuffer) => void
  onCancel: () => void
}

const TOOLS = [
  { value: 'line', label: 'Disegna' },
  { value: 'arrow', label: 'Freccia' },
  { value: 'text', label: 'Testo' },
]

/** Marks on a photo, full screen: freehand, arrows, text. Text can be placed without a pointer, in the middle. */
export function PhotoAnnotator({ photo, onSave, onCancel }: PhotoAnnotatorProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [tool, setTool] = useState('line')
  const [text, setText] = useState('')
  const [marks, setMarks] = useState<Mark[]>([])
  const add = (mark: Mark) => setMarks((before) => [...before, mark])
  const addText = (at: Point) => text.trim() && add({ kind: 'text', at, text: text.trim() })

  function save() {
    canvas.current?.toBlob((blob) => void blob?.arrayBuffer().then(onSave), 'image/jpeg', 0.85)
  }

  const confirm = useConfirm()
  const question = { title: 'Chiudere senza salvare?', message: 'I segni fatti sulla foto vanno persi.', confirm: 'Chiudi senza salvare' }
  const leave = async () => {
    if (marks.length === 0 || (await confirm(question))) onCancel()
  }
  return (
    <Dialog
      opened
      onClose={() => void leave()}
      fullScreen
      title="Disegna sulla foto"
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Chiudi' }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {tool === 'text' && (
        <Group align="end" gap="xs">
          <TextInput
            className={classes.words}
            label="Testo da inserire"
            description="Toccare la foto nel punto in cui metterlo."
            maxLength={60}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button variant="default" disabled={!text.trim()} onClick={() => addText({ x: photo.width / 2, y: photo.height / 2 })}>
            Inserisci al centro
          </Button>
        </Group>
      )}
      <Paper photo={photo} marks={marks} tool={tool} canvas={canvas} onMark={add} onText={addText} />
      <div className={classes.tools}>
        <SegmentedControl className={classes.choice} data={TOOLS} value={tool} onChange={setTool} aria-label="Strumento" />
        <Button
          variant="default"
          leftSection={<IconArrowBackUp />}
          disabled={marks.length === 0}
          onClick={() => setMarks((now) => now.slice(0, -1))}
        >
          Togli segno
        </Button>
        <Button disabled={marks.length === 0} onClick={save}>
          Salva
        </Button>
      </div>
    </Dialog>
  )
}

interface PaperProps {
  photo: ImageBitmap
  marks: Mark[]
  tool: string
  canvas: React.RefObject<HTMLCanvasElement | null>
  onMark: (mark: Mark) => void
  onText: (at: Point) => void
}
/** The photo with its marks, as large as fits. A component of its own, because a dialog mounts its content after itself. */
function Paper({ photo, marks, tool, canvas, onMark, onText }: PaperProps) {
  const [started, setStarted] = useState<Mark | null>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    context.drawImage(photo, 0, 0)
    drawMarks(context, started ? [...marks, started] : marks, Math.max(photo.width, photo.height))
  }, [canvas, photo, marks, started])

  const point = (event: PointerEvent<HTMLCanvasElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect()
    return { x: ((event.clientX - box.left) / box.width) * photo.width, y: ((event.clientY - box.top) / box.height) * photo.height }
  }
  return (
    <div className={classes.paper}>
      <canvas
        ref={canvas}
        className={classes.photo}
        width={photo.width}
        height={photo.height}
        role="img"
        aria-label={`Foto con ${marks.length} ${marks.length === 1 ? 'segno' : 'segni'}`}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          const at = point(event)
          if (tool === 'text') onText(at)
          else setStarted(tool === 'line' ? { kind: 'line', points: [at] } : { kind: 'arrow', from: at, to: at })
        }}
        onPointerMove={(event) => {
          if (!started || started.kind === 'text') return
          const at = point(event)
          setStarted(started.kind === 'line' ? { ...started, points: [...started.points, at] } : { ...started, to: at })
        }}
        onPointerUp={() => {
          if (started) onMark(started)
          setStarted(null)
        }}
        onPointerCancel={() => setStarted(null)}
      />
    </div>
  )
}
