/* The game on the front page, written by tools/living.mjs: what lies where at the start, then for
 * each step the way of a piece, the places that change, and the lines if they do. */
export const start =
  'a10=pMS a12=l a14=l b11=l b15=l,tcover b3=l b5=l c12=l c14=l c6=l d5=l e10=l,pIL e12=l e2=pWG g10=l g12=l,pSH g6=l,pJS g8=l i16=pJW i6=l i8=l,pJB j13=l k12=l k4=l k6=l l13=l l15=l l3=l,tcover l7=l m4=l m6=l m8=pSG ne=tcordon sw=tcordon b13=tlamp-1 c4=tlamp-3 f11=tlamp h7=tlamp k14=tlamp-4 l5=tlamp-2';
export const beams = '';
/* prettier-ignore */
export const steps: [way: string, places: string, lines?: string][] = [
  ['i16 i14','i14=pJW i16=','i14>k12'],
  ['m8 l7 k8 f1','f1=pSG m8='],
  ['i14 i12 h11','h11=pJW i10=l i14= j9=l k8=l','h11>m6'],
  ['a10 b11','a10= b11=l,pMS'],
  ['e10 e8 e6 e4','e10=l e4=pIL'],
  ['','ne= se=tcordon'],
  ['b11 c10 f1 g2 h3','a12= a14= b11= b15=tcover c12= c14= h3=xMS b13='],
  ['i8 i10','i10=l,pJB i8=l'],
  ['','l13=l,tcover l3=l'],
  ['e2 e4 e6 e8','e2= e8=pWG'],
  ['g12 g10 g8','g12=l g8=l,pSH'],
  ['g6 f7 e8 e10','e10=l,pJS g6=l'],
  ['','b3= b5= c6= d5= e2=l e4=l,pIL f1=l,pSG g2=l g4=l k4= k6= l3= m4= c4= f3=tlamp-3 l5='],
  ['f1 b5 a6 a8','a8=pSG f1=l'],
  ['e4 d5','d5=pIL e4=l'],
  ['h11 g12 g14','g14=pJW h11= i10=pJB j9= k8= l7= m6=',''],
  ['','f15=l','g14>f15'],
  ['g14 g12 h11','f15= g14= h11=pJW','h11>g12'],
  ['e8 e6 e4','e4=l,pWG e8='],
  ['i10 i8 i6 j5','i10= j5=pJB'],
  ['','a8=xSG e2= e4=pWG f1= g10=l,tcover g2= g4= h11=xJW j5=xJB l13=l f3='],
  ['h3 g2 f1 c10 b11','b11=xMS h3='],
  ['g8 f7','f7=pSH g8=l'],
  ['e10 e12 d13 c14','c14=pJS e10=l'],
  ['','g14=l g16=l h17=l i14=l i16=l j13= k12= l13= l15= h15=tlamp-4 k14='],
  ['d5 e6 e8 d9','d5= d9=pIL'],
  ['','g14= g16= h17= i14= i16= ne=tcordon se= h15='],
  ['f7 e8','e8=pSH f7='],
  ['','nw=tcordon sw='],
  ['d9 c10 l13 l15','d9= l15=pIL'],
  ['j5 i4 h3 g4','g4=xJB j5='],
  ['','b15= l3=tcover'],
  ['c14 b15 c10','c10=pJS c14='],
  ['','c10=xJS e10= e12= g10=tcover k4=l k6=l l3=l,tcover l7=l m4=l m6=l f11= l5=tlamp'],
  ['c10 b11 a10','a10=xJS c10='],
  ['e8 d9','d9=pSH e8='],
];
