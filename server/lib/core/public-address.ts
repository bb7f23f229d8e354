import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'

/** This machine, private networks, and what is no address of one host. IPv4 addresses written as IPv6 are compared as IPv4. */
const inside = new BlockList()
for (const [net, prefix] of [
  ...[
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
  ],
  ...[
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['224.0.0.0', 3],
  ],
] as [string, number][])
  inside.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as [string, number][])
  inside.addSubnet(net, prefix, 'ipv6')

/**
 * Whether an https address leads out of this machine and its networks. A name that cannot be resolved just now passes: whoever asks the address looks at it again.
 */
export async function isPublicAddress(address: string): Promise<boolean> {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') return false
  const host = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [host] : (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address)
  return found.every((one) => !inside.check(one, isIP(one) === 6 ? 'ipv6' : 'ipv4'))
}
