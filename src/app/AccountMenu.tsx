import { Button, Menu, SegmentedControl, Text, useMantineColorScheme } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { rightsInWords } from '../contract/kernel/roles.ts'
import type { Profile } from '../lib/device.ts'
import { lock, shared } from '../lib/lock.ts'
import { IconKey, IconKeyboard, IconLock, IconLogout, IconUser } from '../ui/icons.tsx'
import { Sheet } from '../ui/Sheet.tsx'
import { SCHEMES } from '../ui/schemes.ts'
import { useFirstOpening } from '../ui/use-first-opening.ts'
import { usePhone } from '../ui/use-phone.ts'
import { Initials } from './Initials.tsx'
import { layer } from './layer.ts'

/** The account menu: name and rights, colour scheme, and links. Mounts opened, in place of the tapped button. */
export function AccountMenu({ user, leave }: { user: Profile; leave: () => void }) {
  const phone = usePhone()
  const { button, opened, setOpened } = useFirstOpening()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const several = shared.use()
  const navigate = useNavigate()
  const rights = rightsInWords(user).join(', ')
  const look = (value: string) => setColorScheme(value as typeof colorScheme)
  const ways = [
    { label: 'Profilo', icon: IconUser, go: () => void navigate({ to: '/utenti/profilo' }) },
    { label: 'Cambia password', icon: IconKey, go: () => void navigate({ to: '/utenti/profilo', hash: 'password' }) },
    ...(several ? [{ label: 'Blocca lo schermo', icon: IconLock, go: () => void lock() }] : []),
    ...(phone ? [] : [{ label: 'Scorciatoie da tastiera', icon: IconKeyboard, go: () => layer.set('shortcuts') }]),
    { label: 'Esci', icon: IconLogout, go: leave },
  ]
  if (phone)
    return (
      <>
        <Initials ref={button} name={user.name} onClick={() => setOpened(true)} />
        <Sheet title={user.name} opened={opened} onClose={() => setOpened(false)}>
          <Text c="dimmed">{rights}</Text>
          <SegmentedControl aria-label="Aspetto" value={colorScheme} onChange={look} data={[...SCHEMES]} />
          {ways.map(({ label, icon: Shape, go }) => (
            <Button
              key={label}
              variant="subtle"
              justify="flex-start"
              leftSection={<Shape />}
              onClick={() => {
                setOpened(false)
                go()
              }}
            >
              {label}
            </Button>
          ))}
        </Sheet>
      </>
    )
  return (
    <Menu position="bottom-end" width={260} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Initials ref={button} name={user.name} />
      </Menu.Target>
      <Menu.Dropdown>
        <Text fw={600} px="sm" pt={4}>
          {user.name}
        </Text>
        <Text size="xs" c="dimmed" px="sm" pb={4}>
          {rights}
        </Text>
        <Menu.Divider />
        <Menu.Label>Aspetto</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={look}>
          {SCHEMES.map(({ value, label }) => (
            <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {ways.map(({ label, icon: Shape, go }) => (
          <Menu.Item key={label} leftSection={<Shape size={18} />} onClick={go}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
