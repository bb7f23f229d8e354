import { ThemeIcon } from '@mantine/core'
import { type Icon, IconClipboardText, IconFlame, IconGasStation, IconKey, IconShieldCheck, IconToolsKitchen2 } from '../../ui/icons.tsx'

const SHAPES: Readonly<Record<string, Icon>> = {
  clipboard: IconClipboardText,
  pump: IconGasStation,
  flame: IconFlame,
  food: IconToolsKitchen2,
  shield: IconShieldCheck,
  key: IconKey,
}
/** Icon and colour of a model. */
export function ModelIcon({ icon, color }: { icon: string | null; color: string | null }) {
  const Shape = SHAPES[icon ?? ''] ?? IconClipboardText
  return (
    <ThemeIcon component="span" variant="light" size="md" color={color ?? 'gray'} aria-hidden>
      <Shape size={16} />
    </ThemeIcon>
  )
}
