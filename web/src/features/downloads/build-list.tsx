import type { ReactNode } from 'react';
import { type Platform, platformNames, platforms } from '../../../../contract/platforms.ts';
import { AtlasArt } from '../atlas/atlas-art.tsx';
import styles from './build-list.module.css';

const needs: Record<Platform, string> = {
  'mac-arm64': 'For Macs with an M1 chip or a later one. “About This Mac” in the Apple menu names the chip.',
  'mac-x64': 'For older Macs: “About This Mac” in the Apple menu names an Intel processor.',
  'win-x64': 'For 64-bit Windows on an x64 processor. Settings, System, About names both.',
};

interface BuildListProps {
  /** What stands at a build in place of its name. */
  actionOf?: (platform: Platform) => ReactNode;
}

/** The builds there are, and how to find out which one a computer needs. */
export function BuildList({ actionOf }: BuildListProps) {
  return (
    <ul className={styles.builds}>
      {platforms.map((platform) => (
        <li key={platform} className={styles.build}>
          <AtlasArt name={platform} />
          {actionOf ? actionOf(platform) : <h2>{platformNames[platform]}</h2>}
          <p>{needs[platform]}</p>
        </li>
      ))}
    </ul>
  );
}
