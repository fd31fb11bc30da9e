import chart from '../../components/chart.module.css';
import styles from './atlas-drawing.module.css';

/** A corner of a map that does not exist, drawn with strokes of the theme's colors. Decorative. */
export function AtlasDrawing() {
  return (
    <svg viewBox="0 0 520 420" className={styles.drawing} aria-hidden="true">
      <g className={chart.graticule}>
        <path d="M-20 90Q260 40 540 90M-20 190Q260 150 540 190M-20 290Q260 262 540 290M-20 385Q260 370 540 385" />
        <path d="M80-10Q50 210 66 430M190-10Q176 210 182 430M300-10Q306 210 302 430M410-10Q440 210 424 430" />
      </g>
      <g className={chart.shallows}>
        <path d="M118 96C150 52 214 60 250 82 292 60 352 64 384 102 420 116 430 160 404 188 424 226 400 282 352 286 330 322 270 332 238 302 196 316 146 296 140 256 100 240 84 196 108 166 92 140 98 110 118 96Z" />
        <path d="M418 300C440 286 470 298 468 322 470 346 438 360 420 344 402 336 404 310 418 300Z" />
      </g>
      <g className={chart.land}>
        <path d="M134 110C160 74 210 78 248 102 290 82 340 82 366 114 398 130 404 160 380 188 398 222 380 264 340 268 318 300 276 308 244 280 204 294 164 276 158 242 122 226 108 194 130 168 116 146 118 124 134 110Z" />
        <path d="M424 312C440 302 458 310 456 324 458 338 436 346 426 336 416 330 416 318 424 312Z" />
      </g>
      <g className={chart.relief}>
        <path d="M204 158l14-24 14 24M226 166l16-30 17 30M254 160l13-22 14 22" />
        <path d="M214 226q4-12 8 0M228 232q4-12 8 0M206 240q4-12 8 0M222 246q4-12 8 0" />
        <path d="M268 168Q262 196 286 210T300 268" />
      </g>
      <path
        className={chart.route}
        d="M168 204Q196 186 226 196T300 178 346 150M346 150Q398 190 396 248T430 316"
      />
      <g className={chart.towns}>
        <circle cx="168" cy="204" r="4.5" />
        <circle cx="300" cy="178" r="4.5" />
        <circle cx="346" cy="150" r="4.5" />
        <circle cx="430" cy="318" r="4.5" />
      </g>
      <g className={styles.names}>
        <text x="146" y="190">
          Harrowmere
        </text>
        <text x="310" y="196">
          Tam
        </text>
        <text x="326" y="138">
          Eld March
        </text>
        <text x="400" y="380">
          Isle of Wrens
        </text>
        <text x="22" y="330" className={styles.sea}>
          The Hollow Sea
        </text>
      </g>
      <g className={styles.compass}>
        <circle cx="66" cy="66" r="30" />
        <path d="M66 24l6 36 36 6-36 6-6 36-6-36-36-6 36-6z" />
      </g>
    </svg>
  );
}
