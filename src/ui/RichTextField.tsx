import { Input } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.layer.css'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useId, useState } from 'react'
import { useTopmost } from './use-topmost.ts'

interface RichTextFieldProps {
  label: string
  /** HTML the editor starts with. */
  defaultValue: string
  onChange: (html: string) => void
  error?: string | undefined
}
const extensions = [
  StarterKit.configure({
    ...{ heading: false, blockquote: false, code: false, codeBlock: false, horizontalRule: false, strike: false },
    link: { openOnClick: false, autolink: true, protocols: ['http', 'https', 'mailto', 'tel'] },
  }),
]
const LABELS = {
  ...{ boldControlLabel: 'Grassetto', italicControlLabel: 'Corsivo', underlineControlLabel: 'Sottolineato' },
  ...{ bulletListControlLabel: 'Elenco puntato', orderedListControlLabel: 'Elenco numerato' },
  ...{ linkControlLabel: 'Collegamento', unlinkControlLabel: 'Togli il collegamento' },
  ...{
    linkEditorInputLabel: 'Indirizzo',
    linkEditorInputPlaceholder: 'https://',
    linkEditorSave: 'Salva',
    linkEditorExternalLink: 'Apri in un’altra scheda',
    linkEditorInternalLink: 'Apri nella stessa scheda',
  },
  ...{ undoControlLabel: 'Annulla', redoControlLabel: 'Ripeti' },
}

const pressEscape = () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
/** Esc in the address of a link closes the address alone, not the dialog that the text is written in. */
function LinkControl() {
  const [opened, setOpened] = useState(false)
  useTopmost(opened, pressEscape)
  return <RichTextEditor.Link popoverProps={{ onOpen: () => setOpened(true), onClose: () => setOpened(false) }} />
}

/** Rich text of the few kinds that a communication may have; what is pasted is cut down to them. */
export function RichTextField({ label, defaultValue, onChange, error }: RichTextFieldProps) {
  const id = useId()
  const editor = useEditor({
    extensions,
    content: defaultValue,
    // Its style element would need a nonce; the styles come with the sheet.
    injectCSS: false,
    onUpdate: ({ editor }) => onChange(editor.isEmpty ? '' : editor.getHTML()),
    editorProps: { attributes: { 'aria-labelledby': id, role: 'textbox', 'aria-multiline': 'true' } },
  })
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }} required error={error}>
      <RichTextEditor editor={editor} labels={LABELS}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <LinkControl />
            <RichTextEditor.Unlink />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  )
}
