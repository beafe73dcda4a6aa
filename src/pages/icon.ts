/** The logo of the product: a timetable with three placed meetings. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="7" fill="#1f6feb"/>
<g fill="#fff" fill-opacity=".35">
  <rect x="6" y="6" width="6" height="6" rx="1.5"/>
  <rect x="13" y="13" width="6" height="6" rx="1.5"/>
  <rect x="20" y="20" width="6" height="6" rx="1.5"/>
  <rect x="20" y="6" width="6" height="6" rx="1.5"/>
  <rect x="6" y="20" width="6" height="6" rx="1.5"/>
</g>
<g fill="#fff">
  <rect x="13" y="6" width="6" height="6" rx="1.5"/>
  <rect x="6" y="13" width="6" height="6" rx="1.5"/>
  <rect x="20" y="13" width="6" height="6" rx="1.5"/>
  <rect x="13" y="20" width="6" height="6" rx="1.5"/>
</g>
</svg>`;
